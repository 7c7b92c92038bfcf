import {
  BookOpen,
  CalendarCheck,
  FileClock,
  FileDown,
  FilePlus2,
  Handshake,
  Megaphone,
  Send,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { CompleteItem } from '#features/questions/complete-item.tsx';
import { generatePath, useNavigate } from 'react-router';
import { HandoverDialog } from '#features/handovers/handover-dialog.tsx';
import { COPY_MENTION, copyMention } from '#ui/advert-mention.tsx';
import { paths, wizardWithAddress } from '#paths.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { EditionsDialog } from './editions-dialog.tsx';
import type { StatementRow } from './statement-row.ts';
import { FOLLOW_UP } from './statement-watch.ts';
import { useConclusion } from './use-conclusion.ts';
import { useDownload } from './use-download.ts';

export function RowMenu({ row: { item } }: { row: StatementRow }) {
  const [opened, setOpened] = useState<'editions' | 'handover' | null>(null);
  const keep = (dialog: typeof opened) => (isOpen: boolean) => setOpened(isOpen ? dialog : null);
  const { start, isLoading } = useDownload(item, SHORT);
  const { conclude, isSaving } = useConclusion();
  const closing = item.type === 'Vente' ? CLOSING.sale : CLOSING.lease;
  const navigate = useNavigate();
  const pathTo = (path: typeof paths.document | typeof paths.followUp) => generatePath(path, { id: String(item.id) });
  return (
    <>
      <Menu label={`Autres actions, état des risques ${item.id}`}>
        <MenuItem icon={<Send aria-hidden="true" />} onSelect={() => setOpened('handover')}>
          Remettre
        </MenuItem>
        <CompleteItem item={item} />
        <MenuItem icon={<CalendarCheck aria-hidden="true" />} onSelect={() => void navigate(pathTo(paths.followUp))}>
          {FOLLOW_UP}
        </MenuItem>
        <MenuItem icon={<BookOpen aria-hidden="true" />} onSelect={() => void navigate(pathTo(paths.document))}>
          Lire à l’écran
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => !isLoading && start()}>
          Télécharger la version courte
        </MenuItem>
        <MenuItem
          icon={<FilePlus2 aria-hidden="true" />}
          onSelect={() => void navigate(wizardWithAddress(item.adresse))}
        >
          Nouvel état pour ce bien
        </MenuItem>
        <MenuItem icon={<Megaphone aria-hidden="true" />} onSelect={copyMention}>
          {COPY_MENTION}
        </MenuItem>
        <MenuItem
          icon={item.conclu ? <Undo2 aria-hidden="true" /> : <Handshake aria-hidden="true" />}
          onSelect={() => !isSaving && conclude({ items: [item], conclu: !item.conclu })}
        >
          {item.conclu ? closing.undo : closing.mark}
        </MenuItem>
        {(item.nb_regenerations > 0 || isReprinted(item)) && (
          <MenuItem icon={<FileClock aria-hidden="true" />} onSelect={() => setOpened('editions')}>
            Éditions et changements
          </MenuItem>
        )}
      </Menu>
      <EditionsDialog item={item} open={opened === 'editions'} onOpenChange={keep('editions')} />
      <HandoverDialog statement={item} open={opened === 'handover'} onOpenChange={keep('handover')} />
    </>
  );
}

/** Completed or updated: `ERP-2026-000123-C1`, `ERP-2026-000123-A1`. */
const isReprinted = ({ reference }: StatementRow['item']): boolean => /-[AC]\d+$/.test(reference ?? '');

const SHORT = { isShort: true };
const CLOSING = {
  sale: { mark: 'Marquer la vente comme conclue', undo: 'La vente n’est pas conclue' },
  lease: { mark: 'Marquer le bail comme conclu', undo: 'Le bail n’est pas conclu' },
};
