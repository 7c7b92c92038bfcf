import { useId, type ReactNode } from 'react';
import styles from './field.module.css';

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Id of the sentence that says what is wrong, when the page already shows it elsewhere: see `form-errors.tsx`. */
  errorId?: string | undefined;
  /** Id of something else that explains the field, a list of rules for instance. */
  describedBy?: string | undefined;
  optional?: boolean;
};

type ControlProps = {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Label above, error then help below; `children` receives the attributes that tie them together. */
export function Field({
  label,
  help,
  error,
  errorId,
  describedBy,
  optional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const helpId = `${id}-aide`;
  const ownErrorId = `${id}-erreur`;
  const descriptions = [errorId, error && ownErrorId, help && helpId, describedBy].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (facultatif)</span>}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': descriptions || undefined,
        'aria-invalid': error || errorId ? true : undefined,
      })}
      {error && (
        <p id={ownErrorId} className={styles.error}>
          {error}
        </p>
      )}
      {help && (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}
