import { Download, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { HandoverDialog } from '#features/handovers/handover-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { RowMenu } from './row-menu.tsx';
import type { StatementRow } from './statement-row.ts';
import { renewalOffer } from './statement-state.ts';
import { todayInParis } from './statements-query.ts';
import styles from './statements-list.module.css';
import { useDownload } from './use-download.ts';
import { useRenewal } from './use-renewal.ts';

/** The most frequent action is visible, the others are in a menu. */
export function StatementActions({ row }: { row: StatementRow }) {
  const { item, state } = row;
  const { start, isLoading } = useDownload(item);
  const { renew, isRenewing } = useRenewal(item);
  const { label, isOpen, note } = renewalOffer(item, state, todayInParis());
  const [isHandingOver, setHandingOver] = useState(false);
  const noteId = useId();
  const renewLabel = isRenewing ? 'Renouvellement...' : label;
  const name = `état des risques ${item.id}, ${item.adresse}`;
  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={isLoading}
        aria-label={`Télécharger, ${name}`}
        onClick={start}
      >
        Télécharger
      </Button>
      <Button
        variant="secondary"
        loading={isRenewing}
        disabled={!isOpen}
        aria-describedby={noteId}
        aria-label={`${renewLabel}, ${name}`}
        onClick={renew}
      >
        {renewLabel}
      </Button>
      <Button
        variant="secondary"
        icon={<Send aria-hidden="true" />}
        aria-label={`Remettre, ${name}`}
        onClick={() => setHandingOver(true)}
      >
        Remettre
      </Button>
      <RowMenu row={row} />
      <span id={noteId} className={styles.reason}>
        {note}
      </span>
      <HandoverDialog statement={item} open={isHandingOver} onOpenChange={setHandingOver} />
    </div>
  );
}
