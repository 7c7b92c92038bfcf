import { ListChecks } from 'lucide-react';
import { useNavigate } from 'react-router';
import { completionPath } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { MenuItem } from '#ui/menu.tsx';

type Completed = { id: number; a_completer?: number | null | undefined };

/** « Compléter (8) » */
export const completeLabel = (open: number): string => (open === 0 ? 'Revoir les réponses' : `Compléter (${open})`);

/** In the menu of a statement; nothing for an older document. */
export function CompleteItem({ item: { id, a_completer: open } }: { item: Completed }) {
  const navigate = useNavigate();
  if (open == null) return null;
  return (
    <MenuItem icon={<ListChecks aria-hidden="true" />} onSelect={() => void navigate(completionPath(id))}>
      {completeLabel(open)}
    </MenuItem>
  );
}

/** In its details, while something is left. */
export function CompleteLink({ item: { id, a_completer: open } }: { item: Completed }) {
  if (!open) return null;
  return (
    <div>
      <ButtonLink variant="secondary" icon={<ListChecks aria-hidden="true" />} to={completionPath(id)}>
        {completeLabel(open)}
      </ButtonLink>
    </div>
  );
}
