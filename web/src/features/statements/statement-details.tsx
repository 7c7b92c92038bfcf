import { CompleteLink } from '#features/questions/complete-item.tsx';
import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { CalendarCheck } from 'lucide-react';
import { generatePath } from 'react-router';
import { formatDay, parisDay, todayInParis } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { StatementRow } from './statement-row.ts';
import { checkedWords, FOLLOW_UP } from './statement-watch.ts';
import { renewalOffer } from './statement-state.ts';
import styles from './statements-list.module.css';
import { useChanges } from './use-renewal.ts';

/** Facts of a statement for which its line has no place. */
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
    ['Signature prévue', item.signature_prevue && formatDay(item.signature_prevue)],
    ['Vérification', checkedWords(item)],
    ['Renouvellement', renewed ? null : renewalOffer(item, state, todayInParis()).note],
  ] as const;
  return (
    <div className={styles.details}>
      <Facts
        inColumns
        rows={rows.flatMap(([term, value]) => (value && value !== '-' ? [[term, value] as const] : []))}
      />
      <div className={styles.links}>
        <ButtonLink
          variant="secondary"
          icon={<CalendarCheck aria-hidden="true" />}
          to={generatePath(paths.followUp, { id: String(item.id) })}
        >
          {FOLLOW_UP}
        </ButtonLink>
        <CompleteLink item={item} />
      </div>
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
