import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import styles from './form-errors.module.css';

/** Focuses the first of the named fields, in the order of the page. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const field = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''));
  if (field instanceof HTMLElement) field.focus();
}

export type FormError = {
  /** A prescribed sentence. */
  message: string;
  /** `name` of the field to correct; without one the error concerns the whole form. */
  field?: string | undefined;
};

type FormErrorsProps = {
  /** For the fields' `errorId`, with `errorIdOf`. */
  id: string;
  /** A new array takes the focus, even with the same content. */
  errors: readonly FormError[];
  /** Why, and what the user can do. */
  children?: ReactNode;
  /** The next step, in one button. */
  action?: ReactNode;
};

/** Errors of a form, above it: takes the focus, and each sentence links to its field. */
export function FormErrors({ id, errors, children, action }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Banner
        tone="error"
        role="alert"
        action={action}
        title={errors.map(({ message, field }, index) => (
          <span key={message} id={`${id}-${index}`} className={styles.sentence}>
            {field === undefined ? message : <FieldLink name={field}>{message}</FieldLink>}
          </span>
        ))}
      >
        {children}
      </Banner>
    </div>
  );
}

/** Ids of that field's sentences; undefined when the field is valid. */
export function errorIdOf(id: string, errors: readonly FormError[], name: string): string | undefined {
  const ids = errors.flatMap(({ field }, index) => (field === name ? [`${id}-${index}`] : []));
  return ids.length === 0 ? undefined : ids.join(' ');
}

function FieldLink({ name, children }: { name: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.link}
      onClick={(event) => {
        const field = event.currentTarget.form?.elements.namedItem(name);
        if (field instanceof HTMLElement) field.focus();
      }}
    >
      {children}
    </button>
  );
}
