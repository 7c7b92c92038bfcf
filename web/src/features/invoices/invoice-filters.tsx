import { Button } from '#ui/button.tsx';
import { PeriodFields } from '#ui/period-fields.tsx';
import { TextField } from '#ui/field.tsx';
import { NO_FILTER, type InvoiceFilter } from './invoice-filter.ts';
import styles from './invoices.module.css';

type InvoiceFiltersProps = {
  filter: InvoiceFilter;
  period: { min: string | undefined; max: string | undefined };
  onChange: (filter: InvoiceFilter) => void;
};

export function InvoiceFilters({ filter, period, onChange }: InvoiceFiltersProps) {
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
