import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className' | 'children'> & {
  label: ReactNode;
  help?: ReactNode;
};

/** The whole line is the target; the box stands beside the first line of its label. */
export function Checkbox({ label, help, ...input }: CheckboxProps) {
  const id = useId();
  const helpId = `${id}-aide`;
  return (
    <div className={styles.line}>
      <input {...input} id={id} type="checkbox" className={styles.box} aria-describedby={help ? helpId : undefined} />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {help && (
          <p id={helpId} className={styles.help}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
