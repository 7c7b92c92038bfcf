import { ChevronDown, Download } from 'lucide-react';
import { useEffect, useId } from 'react';
import { todayInParis } from '#lib/dates.ts';
import { Button, IconButton } from '#ui/button.tsx';
import type { RowDetails } from '#ui/table.tsx';
import { RowMenu } from './row-menu.tsx';
import type { StatementRow } from './statement-row.ts';
import { renewalOffer } from './statement-state.ts';
import styles from './statements-list.module.css';
import { useDownload } from './use-download.ts';
import { useChanges, useRenewal } from './use-renewal.ts';

/** The two prescribed actions, the others in a menu, and what opens the row. */
export function StatementActions({ row, details }: { row: StatementRow; details: RowDetails }) {
  const { item, state } = row;
  const { start, isLoading } = useDownload(item);
  const { renew, isRenewing } = useRenewal(item);
  const { label, isOpen, note } = renewalOffer(item, state, todayInParis());
  const noteId = useId();
  const renewLabel = isRenewing ? 'Renouvellement...' : label;
  const name = `état des risques ${item.id}, ${item.adresse}`;
  const { setOpen } = details;
  // The changes of a renewal are news: its row opens by itself.
  const hasNews = useChanges(item).length > 0;
  useEffect(() => {
    if (hasNews) setOpen(true);
  }, [hasNews, setOpen]);
  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={isLoading}
        aria-label={`Télécharger, ${name}`}
        title="Télécharger"
        className={styles.download}
        onClick={start}
      >
        <span>Télécharger</span>
      </Button>
      <Button
        variant={isOpen || isRenewing ? 'secondary' : 'quiet'}
        loading={isRenewing}
        disabled={!isOpen}
        aria-describedby={noteId}
        aria-label={`${renewLabel}, ${name}`}
        className={styles.renew}
        onClick={renew}
        onInertClick={() => setOpen(true)}
      >
        {renewLabel}
      </Button>
      <RowMenu row={row} />
      <IconButton
        label={`Détails, état des risques ${item.id}`}
        aria-expanded={details.isOpen}
        aria-controls={details.isOpen ? details.id : undefined}
        className={styles.toggle}
        onClick={() => setOpen(!details.isOpen)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <span id={noteId} hidden>
        {note}
      </span>
    </div>
  );
}
