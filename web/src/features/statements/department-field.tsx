import { useMemo } from 'react';
import { Select } from '#ui/field.tsx';
import { departmentLabel, DEPARTMENTS } from './departments.ts';
import { frequentDepartments } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import styles from './statements-list.module.css';

const OPTIONS = [...DEPARTMENTS.keys()].map((code) => ({ value: code, label: departmentLabel(code) }));

type DepartmentFieldProps = { rows: readonly StatementRow[]; value: string; onChange: (code: string) => void };

/** The five most frequent in one click, then all of them. */
export function DepartmentField({ rows, value, onChange }: DepartmentFieldProps) {
  const frequent = useMemo(() => frequentDepartments(rows), [rows]);
  return (
    <div className={styles.department}>
      <Select
        label="Département"
        placeholder="Tous"
        options={OPTIONS}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {frequent.length > 1 && (
        <fieldset className={styles.quick}>
          <legend className="visually-hidden">Départements les plus fréquents</legend>
          {frequent.map(({ code, count }) => (
            <button
              key={code}
              type="button"
              aria-pressed={value === code}
              onClick={() => onChange(value === code ? '' : code)}
            >
              {departmentLabel(code)} <span>{count}</span>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
