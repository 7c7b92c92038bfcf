import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, help, error, optional = false, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <textarea rows={6} {...textarea} {...control} />}
    </Field>
  );
}
