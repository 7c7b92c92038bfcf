import { ListChecks } from 'lucide-react';
import { generatePath, useNavigate } from 'react-router';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { MenuItem } from '#ui/menu.tsx';

type Completed = { id: number; a_completer?: number | null | undefined };

const pathOf = (id: number): string => generatePath(paths.completion, { id: String(id) });

/** « Compléter (8) » */
const completeLabel = (open: number): string => (open === 0 ? 'Revoir les réponses' : `Compléter (${open})`);

/** In the menu of a statement; nothing for an older document. */
export function CompleteItem({ item: { id, a_completer: open } }: { item: Completed }) {
  const navigate = useNavigate();
  if (open == null) return null;
  return (
    <MenuItem icon={<ListChecks aria-hidden="true" />} onSelect={() => void navigate(pathOf(id))}>
      {completeLabel(open)}
    </MenuItem>
  );
}

/** The link is in a statement's details while something is left to answer. */
export function CompleteLink({ item: { id, a_completer: open } }: { item: Completed }) {
  if (!open) return null;
  return (
    <div>
      <ButtonLink variant="secondary" icon={<ListChecks aria-hidden="true" />} to={pathOf(id)}>
        {completeLabel(open)}
      </ButtonLink>
    </div>
  );
}
