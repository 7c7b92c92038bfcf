import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { CircleCheck, CircleX, Handshake, Hourglass, RefreshCw } from 'lucide-react';
import { formatDay } from '#lib/dates.ts';
import { State } from '#ui/state.tsx';
import type { Column } from '#ui/table.tsx';
import { StatementActions } from './statement-actions.tsx';
import { SORT_KEYS } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import styles from './statements-list.module.css';
import { useChanges } from './use-renewal.ts';

export const COLUMNS: readonly Column<StatementRow>[] = [
  { title: 'Référence', cell: ({ item }) => item.id, sortKey: SORT_KEYS['Référence'] },
  { title: 'Adresse', cell: (row) => <Property row={row} /> },
  {
    title: 'Date de création',
    cell: ({ item }) => formatDay(item.date0),
    sortKey: SORT_KEYS['Date de création'],
  },
  {
    title: 'Date d’expiration',
    cell: ({ expiresOn }) => formatDay(expiresOn),
    sortKey: SORT_KEYS['Date d’expiration'],
  },
  { title: 'Etat', cell: (row) => <StateOf row={row} /> },
  { title: 'Actions', cell: (row) => <StatementActions row={row} />, isAction: true },
];

function Property({ row: { item } }: { row: StatementRow }) {
  const changes = useChanges(item);
  const parcels = item.parcelles && parcelsLabel(item.parcelles);
  const details = [item.reference, parcels, item.type, item.destinataires].filter((word) => word && word !== '-');
  return (
    <>
      <span className={styles.address}>{item.adresse}</span>
      <span className={styles.small}>{details.join(' · ')}</span>
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
    </>
  );
}

const STATES = {
  Actif: { icon: CircleCheck, tone: 'good' },
  Renouvelé: { icon: RefreshCw, tone: 'good' },
  'Expiré < 1an': { icon: Hourglass, tone: 'late' },
  'Expiré > 1an': { icon: CircleX, tone: 'bad' },
} as const;

function StateOf({ row: { item, state } }: { row: StatementRow }) {
  return (
    <>
      <span className={styles.state}>
        <State {...STATES[state]}>{state}</State>
      </span>
      {item.conclu && (
        <span className={styles.closed}>
          <Handshake aria-hidden="true" />
          {item.type === 'Vente' ? 'Vente conclue' : 'Bail conclu'}
        </span>
      )}
    </>
  );
}
