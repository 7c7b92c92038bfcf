import styles from './period-fields.module.css';
import { TextField } from './field.tsx';

type PeriodFieldsProps = {
  legend: string;
  /** Days as `2026-11-20`; an empty string means no limit. */
  value: { from: string; to: string };
  /** Bounds of the fields. */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: { from: string; to: string }) => void;
};

/** « Du … au … », both days included. */
export function PeriodFields({ legend, value, min, max, onChange }: PeriodFieldsProps) {
  return (
    <fieldset className={styles.period}>
      <legend>{legend}</legend>
      <TextField
        label="Du"
        type="date"
        {...{ min, max }}
        value={value.from}
        onChange={(event) => onChange({ ...value, from: event.target.value })}
      />
      <TextField
        label="Au"
        type="date"
        {...{ min, max }}
        value={value.to}
        onChange={(event) => onChange({ ...value, to: event.target.value })}
      />
    </fieldset>
  );
}
