import type { ListedInvoice } from '#responses/invoices.ts';
import { useState } from 'react';
import { formatDay } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { ListEmpty } from '#ui/list-states.tsx';
import { FIRST_VIEW, Table, type Column } from '#ui/table.tsx';
import { ExportInvoices } from './export-invoices.tsx';
import { InvoiceDownload } from './invoice-download.tsx';
import { filterInvoices, NO_FILTER, periodOf } from './invoice-filter.ts';
import { InvoiceFilters } from './invoice-filters.tsx';
import styles from './invoices.module.css';

/** As `formatDay` shows a missing date. */
const NONE = 'N/A';
const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

const COLUMNS: readonly Column<ListedInvoice>[] = [
  { title: 'Référence', cell: ({ numero_facture: number }) => number || NONE },
  { title: 'Produit', cell: ({ produit }) => produit || NONE },
  { title: 'Date', cell: ({ date0 }) => formatDay(date0), sortKey: ({ date0 }) => Date.parse(date0) || null },
  { title: 'Montant', cell: ({ montant }) => (montant === null ? NONE : euros.format(montant)), isNumber: true },
  {
    title: 'Action',
    cell: ({ numero_facture: number, pdf_a_telecharger: id }) =>
      id === null ? NONE : <InvoiceDownload number={number} id={id} />,
    isAction: true,
  },
];

/** Invoices and credit notes, the newest first. */
export function InvoiceList({ invoices }: { invoices: readonly ListedInvoice[] }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [view, setView] = useState({ ...FIRST_VIEW, sorting: [{ id: 'Date', desc: true }] });
  const kept = filterInvoices(invoices, filter);
  return (
    <>
      <output className={styles.count}>
        {kept.length} / {invoices.length} facture(s)
      </output>
      <ExportInvoices />
      <InvoiceFilters filter={filter} period={periodOf(invoices)} onChange={setFilter} />
      {kept.length === 0 ? (
        <ListEmpty
          action={
            <Button variant="secondary" onClick={() => setFilter(NO_FILTER)}>
              Voir toutes les factures
            </Button>
          }
        >
          Aucune facture ne correspond à cette référence et à cette période.
        </ListEmpty>
      ) : (
        <Table
          labelledBy="mes-factures"
          columns={COLUMNS}
          rows={kept}
          rowKey={({ pdf_a_telecharger: id, numero_facture: number }) => id ?? number}
          view={view}
          onView={setView}
          moreLabel={(hidden) => `Voir plus de factures (${hidden} restantes)`}
        />
      )}
    </>
  );
}
