import type { ListedCreditPack } from '#responses/credits.ts';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { formatDay } from '#lib/dates.ts';
import { State } from '#ui/state.tsx';
import { Table, type Column, type TableView } from '#ui/table.tsx';
import styles from './credits.module.css';
import { expiryLabel, instantOf, STATUS_LABELS, statusOf } from './credit-pack-labels.ts';

type CreditPackRow = ListedCreditPack & {
  /** Position in the server's list, where ids may be absent. */
  rank: number;
  /** Has expired. */
  isPast: boolean;
};

/** `formatDay` shows a missing date so. */
const NONE = 'N/A';

const COLUMNS: readonly Column<CreditPackRow>[] = [
  { title: 'Formule', cell: ({ formule }) => formule || NONE },
  { title: 'Produits', cell: ({ produits }) => produits || NONE },
  {
    title: "Date d'achat",
    cell: ({ date_d_achat: bought }) => formatDay(bought),
    sortKey: ({ date_d_achat: bought }) => instantOf(bought),
  },
  {
    title: "Date d'expiration",
    cell: (row) => <Expiry row={row} />,
    sortKey: ({ date_de_peremption: expiry }) => instantOf(expiry),
  },
  {
    title: 'Crédits restants',
    cell: ({ nb_restants: left }) => left ?? NONE,
    sortKey: ({ nb_restants: left }) => left,
    isNumber: true,
  },
  {
    title: 'Crédits consommés',
    cell: ({ nb_consommes: spent }) => spent ?? NONE,
    sortKey: ({ nb_consommes: spent }) => spent,
    isNumber: true,
  },
  { title: 'Statut', cell: ({ statut }) => <Status statut={statut} /> },
];

type CreditPacksTableProps = {
  creditPacks: readonly CreditPackRow[];
  view: TableView;
  onView: (view: TableView) => void;
};

export function CreditPacksTable({ creditPacks, view, onView }: CreditPacksTableProps) {
  return (
    <Table
      labelledBy="gestion-des-credits"
      columns={COLUMNS}
      rows={creditPacks}
      rowKey={({ rank }) => String(rank)}
      view={view}
      onView={onView}
      moreLabel={(hidden) => `Voir plus de formules (${hidden} restantes)`}
    />
  );
}

function Expiry({ row }: { row: CreditPackRow }) {
  return <span className={row.isPast ? styles.expired : undefined}>{expiryLabel(row)}</span>;
}

const STATES = {
  valid: { icon: CircleCheck, tone: 'good' },
  expired: { icon: CircleX, tone: 'bad' },
  pending: { icon: CircleDashed, tone: 'late' },
} as const;

function Status({ statut }: { statut: string }) {
  const status = statusOf(statut);
  return <State {...STATES[status]}>{STATUS_LABELS[status]}</State>;
}
