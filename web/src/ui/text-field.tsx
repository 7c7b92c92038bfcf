import { useState, type ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** One line of text. Errors are the specification's sentences, given by the caller. */
export function TextField({ label, help, error, errorId, describedBy, optional = false, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, help, error, errorId, describedBy, optional }}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}

/** A password that can be shown; pasting and password managers work as everywhere. */
export function PasswordField({
  label,
  help,
  error,
  errorId,
  describedBy,
  ...input
}: Omit<TextFieldProps, 'type' | 'optional'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, help, error, errorId, describedBy }}>
      {(control) => (
        <span className={styles.withToggle}>
          <input {...input} {...control} type={isShown ? 'text' : 'password'} />
          <button type="button" className={styles.toggle} onClick={() => setShown(!isShown)}>
            {isShown ? 'Masquer' : 'Afficher'}
            <span className="visually-hidden"> le mot de passe</span>
          </button>
        </span>
      )}
    </Field>
  );
}
