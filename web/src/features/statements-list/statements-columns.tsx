import { CircleCheck, CircleX, Handshake, Hourglass, RefreshCw } from 'lucide-react';
import { formatDay } from '#lib/dates.ts';
import type { Column } from '#ui/table.tsx';
import { StatementActions } from './statement-actions.tsx';
import { SORT_KEYS } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import { stateSince, type StatementState } from './statement-state.ts';
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
  { title: 'Etat', cell: (row) => <State row={row} /> },
  { title: 'Actions', cell: (row) => <StatementActions row={row} />, isAction: true },
];

function Property({ row: { item } }: { row: StatementRow }) {
  const changes = useChanges(item);
  const details = [item.reference, item.type, item.destinataires].filter((word) => word && word !== '-');
  return (
    <>
      <span className={styles.address}>{item.adresse}</span>
      <span className={styles.small}>{details.join(' · ')}</span>
      {changes.length > 0 && (
        <div className={styles.changes}>
          <p>Depuis la première édition&nbsp;:</p>
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

const ICONS = { Actif: CircleCheck, Renouvelé: RefreshCw, 'Expiré < 1an': Hourglass, 'Expiré > 1an': CircleX };
const TONES: Record<StatementState, string> = {
  Actif: 'valid',
  Renouvelé: 'valid',
  'Expiré < 1an': 'late',
  'Expiré > 1an': 'over',
};

function State({ row: { item, state } }: { row: StatementRow }) {
  const Icon = ICONS[state];
  return (
    <>
      <span className={styles.state} data-tone={TONES[state]}>
        <Icon aria-hidden="true" />
        <span>{state}</span>
      </span>
      <span className={styles.since}>{stateSince(item, state)}</span>
      {item.conclu && (
        <span className={styles.closed}>
          <Handshake aria-hidden="true" />
          {item.type === 'Vente' ? 'Vente conclue' : 'Bail signé'}
        </span>
      )}
    </>
  );
}
