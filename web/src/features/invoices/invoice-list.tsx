import { type ListedInvoice, invoiceUrl } from '#responses/credits.ts';
import { useState } from 'react';
import { formatDay } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { ListEmpty } from '#ui/list-states.tsx';
import { FIRST_VIEW, Table, type Column } from '#ui/table.tsx';
import { filterInvoices, NO_FILTER, periodOf, type InvoiceFilter } from './invoice-filter.ts';
import styles from './invoices.module.css';
import { exportInvoices } from '@clairisque/contract/invoices.ts';
import { useMutation } from '@tanstack/react-query';
import { FolderDown, Download } from 'lucide-react';
import { LONG_TIMEOUT_MS, call } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { PeriodFields } from '#ui/period-fields.tsx';
import { TextField } from '#ui/field.tsx';

/** `formatDay` shows a missing date so. */
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

/** For the accountant: every invoice, and a table with HT, TVA and TTC. */
function ExportInvoices() {
  const download = useMutation({
    mutationFn: () => callBlob(exportInvoices, { timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (zip) => saveFile(zip, `Clairisque - mes factures - ${new Date().toISOString().slice(0, 10)}.zip`),
  });
  return (
    <div className={styles.export}>
      <Button
        variant="secondary"
        icon={<FolderDown aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Télécharger toutes les factures (ZIP)
      </Button>
      <p className={styles.small}>Avec un tableau pour votre comptable&nbsp;: montants HT, TVA et TTC.</p>
      <p role="alert">{download.isError && 'Le téléchargement n’a pas abouti. Veuillez réessayer.'}</p>
    </div>
  );
}

const REST_MS = 1_000;

/** The address returns an attachment: the browser downloads it and the page stays. A failure shows nothing. */
function InvoiceDownload({ number, id }: { number: string; id: string }) {
  const download = useMutation({
    meta: { failure: 'Une facture n’a pas pu être téléchargée' },
    mutationFn: async () => {
      try {
        const { url } = await call(invoiceUrl, { params: { pdf_a_telecharger: id } });
        window.location.assign(new URL(url, window.location.origin));
      } finally {
        await new Promise((done) => window.setTimeout(done, REST_MS));
      }
    },
  });
  const label = download.isPending ? 'Téléchargement...' : 'Télécharger';
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
      <span className="visually-hidden"> la facture {number}</span>
    </Button>
  );
}

type InvoiceFiltersProps = {
  filter: InvoiceFilter;
  period: { min: string | undefined; max: string | undefined };
  onChange: (filter: InvoiceFilter) => void;
};

function InvoiceFilters({ filter, period, onChange }: InvoiceFiltersProps) {
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <search className={styles.filters}>
      <TextField
        label="Rechercher une référence"
        type="search"
        autoComplete="off"
        name="reference"
        value={filter.reference}
        onChange={(event) => onChange({ ...filter, reference: event.target.value })}
      />
      <PeriodFields
        legend="Période"
        value={filter}
        {...period}
        onChange={({ from, to }) => onChange({ ...filter, from, to })}
      />
      {isFiltered && (
        <Button variant="quiet" onClick={() => onChange(NO_FILTER)}>
          Réinitialiser
        </Button>
      )}
    </search>
  );
}
