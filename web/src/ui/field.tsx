import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { ChevronDown } from 'lucide-react';

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Id of the error sentence, or ids of several, when the page already shows it elsewhere: see `form-errors.tsx`. */
  errorId?: string | undefined;
  /** Id of another description of the field, such as a list of rules. */
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

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** One line of text. The caller gives the prescribed error sentences. */
export function TextField({ label, help, error, errorId, describedBy, optional = false, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, help, error, errorId, describedBy, optional }}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}

/** A password field with a show button; pasting and password managers work. */
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

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, help, error, optional = false, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <textarea rows={6} {...textarea} {...control} />}
    </Field>
  );
}

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
