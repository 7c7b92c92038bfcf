import type { InvoiceItem } from '@clairisque/contract/invoices.ts';
import { useState } from 'react';
import { formatDay } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { ListEmpty } from '#ui/list-states.tsx';
import { FIRST_VIEW, Table, type Column } from '#ui/table.tsx';
import { InvoiceDownload } from './invoice-download.tsx';
import { filterInvoices, NO_FILTER, periodOf } from './invoice-filter.ts';
import { InvoiceFilters } from './invoice-filters.tsx';
import styles from './invoices.module.css';

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

const COLUMNS: readonly Column<InvoiceItem>[] = [
  { title: 'Référence', cell: ({ numero_facture: number }) => number },
  { title: 'Produit', cell: ({ produit }) => produit },
  { title: 'Date', cell: ({ date0 }) => formatDay(date0), sortKey: ({ date0 }) => Date.parse(date0) || null },
  { title: 'Montant', cell: ({ montant }) => euros.format(montant), isNumber: true },
  { title: 'Action', cell: (invoice) => <InvoiceDownload invoice={invoice} />, isAction: true },
];

/** Invoices and credit notes, the newest first. */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceItem[] }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [view, setView] = useState({ ...FIRST_VIEW, sorting: [{ id: 'Date', desc: true }] });
  const kept = filterInvoices(invoices, filter);
  return (
    <>
      <output className={styles.count}>
        {kept.length} / {invoices.length} facture(s)
      </output>
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
          rowKey={({ pdf_a_telecharger: id }) => id}
          view={view}
          onView={setView}
          moreLabel={(hidden) => `Voir plus de factures (${hidden} restantes)`}
        />
      )}
    </>
  );
}
