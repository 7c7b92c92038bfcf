import { CompleteLink } from '#features/questions/complete-item.tsx';
import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { formatDay, parisDay, todayInParis } from '#lib/dates.ts';
import { Facts } from '#ui/facts.tsx';
import type { StatementRow } from './statement-row.ts';
import { renewalOffer } from './statement-state.ts';
import styles from './statements-list.module.css';
import { useChanges } from './use-renewal.ts';

/** What one line has no place for. */
export function StatementDetails({ row: { item, state } }: { row: StatementRow }) {
  const changes = useChanges(item);
  const renewed = item.nb_regenerations > 0 ? parisDay(item.derniere_regeneration) : null;
  const rows = [
    ['Adresse', item.adresse],
    ['Référence imprimée', item.reference],
    ['Parcelles', item.parcelles && parcelsLabel(item.parcelles)],
    ['Transaction', item.type],
    ['Remis à', item.destinataires],
    ['Renouvelé le', renewed && formatDay(renewed)],
    ['Renouvellement', renewed ? null : renewalOffer(item, state, todayInParis()).note],
  ] as const;
  return (
    <div className={styles.details}>
      <Facts
        inColumns
        rows={rows.flatMap(([term, value]) => (value && value !== '-' ? [[term, value] as const] : []))}
      />
      <CompleteLink item={item} />
      {changes.length > 0 && (
        <div className={styles.changes}>
          <p>Ce qui a changé avec ce renouvellement&nbsp;:</p>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
