import { useId, useMemo } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { PeriodFields } from '#ui/period-fields.tsx';
import { TextField } from '#ui/field.tsx';
import { DepartmentField } from './department-field.tsx';
import { countFilters, suggestedCities, type StatementFilters } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import { STATES } from './statement-state.ts';
import { WATCHES } from './statement-watch.ts';
import styles from './statements-list.module.css';

type StatementFilterFieldsProps = {
  rows: readonly StatementRow[];
  filters: StatementFilters;
  onChange: (filters: StatementFilters, how: 'typed' | 'chosen') => void;
  onReset: () => void;
  /** On Enter: goes to the list, past the other filters. */
  onEnter: () => void;
};

export function StatementFilterFields({ rows, filters, onChange, onReset, onEnter }: StatementFilterFieldsProps) {
  const citiesId = useId();
  const helpId = useId();
  const cities = useMemo(() => suggestedCities(rows, filters.city), [rows, filters.city]);
  // The free text is always visible.
  const count = countFilters({ ...filters, text: '' });
  const type = (part: Partial<StatementFilters>) => onChange({ ...filters, ...part }, 'typed');
  const choose = (part: Partial<StatementFilters>) => onChange({ ...filters, ...part }, 'chosen');
  return (
    <search className={styles.search}>
      <TextField
        label="Rechercher"
        placeholder="Adresse, référence ou destinataires"
        describedBy={helpId}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={filters.text}
        onChange={(event) => type({ text: event.target.value })}
        onKeyDown={({ key }) => key === 'Enter' && onEnter()}
      />
      <p id={helpId} hidden>
        Appuyez sur Entrée pour aller au premier résultat.
      </p>
      <Disclosure look="line" lazy label={count === 0 ? 'Filtres' : `Filtres (${count} actif${count > 1 ? 's' : ''})`}>
        <div className={styles.filters}>
          <div>
            <TextField
              label="Ville"
              autoComplete="off"
              list={citiesId}
              value={filters.city}
              onChange={(event) => type({ city: event.target.value })}
            />
            <datalist id={citiesId}>
              {cities.map((city) => (
                <option key={city}>{city}</option>
              ))}
            </datalist>
          </div>
          <DepartmentField rows={rows} value={filters.department} onChange={(department) => choose({ department })} />
          <PeriodFields legend="Date de création" value={filters.created} onChange={(created) => choose({ created })} />
          <PeriodFields
            legend="Date d’expiration"
            value={filters.expires}
            onChange={(expires) => choose({ expires })}
          />
          <ChoicesField
            legend="Etat"
            options={STATES}
            chosen={filters.states}
            onChange={(states) => choose({ states })}
          />
          <ChoicesField
            legend="Vérification"
            options={WATCHES}
            chosen={filters.watches}
            onChange={(watches) => choose({ watches })}
          />
          {countFilters(filters) > 0 && (
            <Button variant="secondary" className={styles.reset} onClick={onReset}>
              Réinitialiser
            </Button>
          )}
        </div>
      </Disclosure>
    </search>
  );
}

type ChoicesFieldProps<Option extends string> = {
  legend: string;
  options: readonly Option[];
  chosen: readonly Option[];
  onChange: (chosen: Option[]) => void;
};

function ChoicesField<Option extends string>({ legend, options, chosen, onChange }: ChoicesFieldProps<Option>) {
  return (
    <fieldset className={styles.states}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          checked={chosen.includes(option)}
          onChange={({ target }) =>
            onChange(options.filter((other) => (other === option ? target.checked : chosen.includes(other))))
          }
        />
      ))}
    </fieldset>
  );
}
