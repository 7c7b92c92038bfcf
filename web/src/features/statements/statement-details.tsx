import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { formatDay, parisDay } from '#lib/dates.ts';
import { ListChecks } from 'lucide-react';
import { completeLabel } from '#features/questions/completion-offer.tsx';
import { completionPath } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { StatementRow } from './statement-row.ts';
import { renewalOffer } from './statement-state.ts';
import { todayInParis } from './statements-query.ts';
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
      {item.a_completer != null && item.a_completer > 0 && (
        <ButtonLink
          variant="secondary"
          icon={<ListChecks aria-hidden="true" />}
          className={styles.complete}
          to={completionPath(item.id)}
        >
          {completeLabel(item.a_completer)}
        </ButtonLink>
      )}
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
