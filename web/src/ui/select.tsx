import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

type Option = { value: string; label: string };

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly Option[];
    /** First, empty choice: « Choisir… ». Without it the first option is preselected. */
    placeholder?: string;
  };

/** The browser's native select: the best on a phone, and nothing to download. */
export function Select({ label, help, error, optional = false, options, placeholder, ...select }: SelectProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <span className={styles.selectBox}>
          <select {...select} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
