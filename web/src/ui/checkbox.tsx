import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className' | 'children'> & {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
};

/** The whole line is the target; the box is aligned with the first line of its label. */
export function Checkbox({ label, help, error, ...input }: CheckboxProps) {
  const id = useId();
  const helpId = `${id}-aide`;
  const errorId = `${id}-erreur`;
  const descriptions = [error && errorId, help && helpId].filter(Boolean).join(' ');
  return (
    <div className={styles.line}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={descriptions || undefined}
        aria-invalid={error ? true : undefined}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {error && (
          <p id={errorId} className={styles.error}>
            {error}
          </p>
        )}
        {help && (
          <p id={helpId} className={styles.help}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
