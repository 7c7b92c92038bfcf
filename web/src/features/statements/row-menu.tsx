import { BookOpen, FileClock, FilePlus2, Handshake, Megaphone, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { COPY_MENTION, copyMention } from '#pages/help/advert-mention.tsx';
import { paths, wizardWithAddress } from '#paths.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { EditionsDialog } from './editions-dialog.tsx';
import type { StatementRow } from './statement-row.ts';
import { useConclusion } from './use-conclusion.ts';

export function RowMenu({ row: { item } }: { row: StatementRow }) {
  const [areEditionsOpen, setEditionsOpen] = useState(false);
  const { conclude, isSaving } = useConclusion(item);
  const closing = item.type === 'Vente' ? CLOSING.sale : CLOSING.lease;
  const navigate = useNavigate();
  const documentPath = generatePath(paths.document, { id: String(item.id) });
  return (
    <>
      <Menu label={`Autres actions, état des risques ${item.id}`}>
        <MenuItem icon={<BookOpen aria-hidden="true" />} onSelect={() => void navigate(documentPath)}>
          Lire à l’écran
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
          onSelect={() => !isSaving && conclude(!item.conclu)}
        >
          {item.conclu ? closing.undo : closing.mark}
        </MenuItem>
        {item.nb_regenerations > 0 && (
          <MenuItem icon={<FileClock aria-hidden="true" />} onSelect={() => setEditionsOpen(true)}>
            Éditions et changements
          </MenuItem>
        )}
      </Menu>
      <EditionsDialog item={item} open={areEditionsOpen} onOpenChange={setEditionsOpen} />
    </>
  );
}

const CLOSING = {
  sale: { mark: 'Marquer la vente comme conclue', undo: 'La vente n’est pas conclue' },
  lease: { mark: 'Marquer le bail comme conclu', undo: 'Le bail n’est pas conclu' },
};
