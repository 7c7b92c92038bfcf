import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { NO_FILTER, type InvoiceFilter } from './invoice-filter.ts';
import styles from './invoices.module.css';

type InvoiceFiltersProps = {
  filter: InvoiceFilter;
  period: { min: string | undefined; max: string | undefined };
  onChange: (filter: InvoiceFilter) => void;
};

export function InvoiceFilters({ filter, period, onChange }: InvoiceFiltersProps) {
  const field = (name: keyof InvoiceFilter) => ({
    name,
    value: filter[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...filter, [name]: event.target.value }),
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <search className={styles.filters}>
      <TextField label="Rechercher une référence" type="search" autoComplete="off" {...field('reference')} />
      <fieldset className={styles.period}>
        <legend>Période</legend>
        <TextField label="Du" type="date" {...period} {...field('from')} />
        <TextField label="Au" type="date" {...period} {...field('to')} />
      </fieldset>
      {isFiltered && (
        <Button variant="quiet" onClick={() => onChange(NO_FILTER)}>
          Réinitialiser
        </Button>
      )}
    </search>
  );
}
