import { listEditions, type StatementEdition } from '@clairisque/contract/documents.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { z } from 'zod';
import { call } from '#lib/api.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ListFailed, ListLoading } from '#ui/list-states.tsx';
import type { StatementRow } from './statement-row.ts';
import styles from './statements-list.module.css';
import { useDownload } from './use-download.ts';

type Item = StatementRow['item'];
type EditionsDialogProps = { item: Item; open: boolean; onOpenChange: (open: boolean) => void };

/** Every edition: the renewal, the completed ones and those that they replaced, each with its document. */
export function EditionsDialog({ item, open, onOpenChange }: EditionsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Éditions et changements" description={item.adresse}>
      <Editions item={item} />
    </Dialog>
  );
}

/** Mounted with the dialog: no query before it opens. */
function Editions({ item }: { item: Item }) {
  const editions = useQuery({
    queryKey: ['statement-editions', item.id],
    queryFn: ({ signal }) => call(listEditions, { params: { erp_id: String(item.id) }, signal }),
    staleTime: 0,
  });
  if (editions.data) {
    return (
      <ol className={styles.editions}>
        {editions.data.map((edition) => (
          <Edition key={edition.edition} item={item} edition={edition} />
        ))}
      </ol>
    );
  }
  if (editions.isPending) return <ListLoading label="Chargement des éditions…" />;
  return (
    <ListFailed label="Afficher les éditions" loading={editions.isFetching} onRetry={() => void editions.refetch()} />
  );
}

function storyOf(edition: z.infer<typeof StatementEdition>): string {
  const { emis_le: issued, expire_le: expires, remplace: isReplaced, complete_le: completed } = edition;
  const made = `Établie le ${formatDay(issued)}${completed ? `, complétée le ${formatMoment(completed)}` : ''}`;
  return isReplaced ? `${made}, remplacée depuis.` : `${made}, valable jusqu’au ${formatDay(expires)}.`;
}

function Edition({ item, edition }: { item: Item; edition: z.infer<typeof StatementEdition> }) {
  const { reference, changements } = edition;
  const { start, isLoading } = useDownload(item, { edition: String(edition.edition) });
  return (
    <li>
      <h3>{reference}</h3>
      <p>{storyOf(edition)}</p>
      {changements.length > 0 && (
        <ul>
          {changements.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={isLoading}
        aria-label={`Télécharger, édition ${reference}`}
        onClick={start}
      >
        Télécharger
      </Button>
    </li>
  );
}
