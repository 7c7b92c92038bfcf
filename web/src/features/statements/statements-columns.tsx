import { CircleCheck, CircleX, FileDiff, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react';
import { formatDay, parisDay } from '#lib/dates.ts';
import { State } from '#ui/state.tsx';
import type { Column } from '#ui/table.tsx';
import { checkedWords } from './statement-watch.ts';
import { StatementActions } from './statement-actions.tsx';
import { SORT_KEYS } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import styles from './statements-list.module.css';

type Item = StatementRow['item'];

export const COLUMNS: readonly Column<StatementRow>[] = [
  { title: 'Référence', cell: ({ item }) => <Reference item={item} />, sortKey: SORT_KEYS['Référence'] },
  { title: 'Adresse', cell: ({ item }) => <Property item={item} /> },
  {
    title: 'Date de création',
    cell: ({ item }) => <Creation item={item} />,
    sortKey: SORT_KEYS['Date de création'],
  },
  {
    title: 'Date d’expiration',
    cell: ({ expiresOn }) => formatDay(expiresOn),
    sortKey: SORT_KEYS['Date d’expiration'],
  },
  { title: 'Etat', cell: (row) => <State {...STATES[row.state]}>{row.state}</State> },
  {
    title: 'Actions',
    cell: (row, details) => <StatementActions row={row} details={details} />,
    isAction: true,
  },
];

/** The number, with what the document prints beside it. */
function Reference({ item: { id, reference } }: { item: Item }) {
  return (
    <span className={styles.reference}>
      {id}
      {reference && <span className={styles.small}>{reference}</span>}
    </span>
  );
}

/** One line each, whole in the details; what the last check found comes first. */
function Property({ item }: { item: Item }) {
  const concluded = item.type === 'Vente' ? 'Vente conclue' : 'Bail conclu';
  const checked = item.verification && CHECKED[item.verification.etat];
  return (
    <>
      <span className={styles.line} data-elided>
        {item.adresse}
      </span>
      <span className={[styles.line, styles.small].join(' ')} data-elided>
        {checked && (
          <span className={styles.checked} data-tone={checked.tone} title={checkedWords(item) ?? ''}>
            <checked.icon aria-hidden="true" />
            {checkedWords(item)}
            {' · '}
          </span>
        )}
        <span>{item.conclu ? concluded : item.type}</span>
        {item.destinataires && item.destinataires !== '-' && ` · ${item.destinataires}`}
      </span>
    </>
  );
}

/** The day of the renewal explains an expiry that the creation alone would contradict. */
function Creation({ item }: { item: Item }) {
  const renewed = item.nb_regenerations > 0 ? parisDay(item.derniere_regeneration) : null;
  return (
    <span>
      {formatDay(item.date0)}
      {renewed && (
        <span className={[styles.small, styles.renewed].join(' ')}>
          <RefreshCw aria-hidden="true" />
          <span className="visually-hidden">renouvelé le </span>
          {formatDay(renewed)}
        </span>
      )}
    </span>
  );
}

/** Green only where nothing changed. */
const CHECKED = {
  inchange: { icon: CircleCheck, tone: 'good' },
  change: { icon: FileDiff, tone: 'late' },
  incomplet: { icon: TriangleAlert, tone: 'late' },
} as const;

const STATES = {
  Actif: { icon: CircleCheck, tone: 'good' },
  Renouvelé: { icon: RefreshCw, tone: 'good' },
  'Expiré < 1an': { icon: Hourglass, tone: 'late' },
  'Expiré > 1an': { icon: CircleX, tone: 'bad' },
} as const;
