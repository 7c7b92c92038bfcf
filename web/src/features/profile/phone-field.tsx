import type { ClipboardEvent } from 'react';
import { typeset } from '#lib/typeset.ts';
import { TextField } from '#ui/field.tsx';
import { PHONE_MAX_LENGTH, shortPhone } from './profile-form.ts';

type PhoneFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** Optional. Removes spaces from a pasted number before the browser cuts it at the prescribed length. */
export function PhoneField({ value, error, onChange }: PhoneFieldProps) {
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { selectionStart, selectionEnd } = input;
    const isWhole = selectionStart === 0 && selectionEnd === input.value.length;
    if (!isWhole) return;
    event.preventDefault();
    onChange(shortPhone(event.clipboardData.getData('text')).slice(0, PHONE_MAX_LENGTH));
  }
  return (
    <TextField
      label="Téléphone"
      optional
      name="telephone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={PHONE_MAX_LENGTH}
      value={value}
      error={error && typeset(error)}
      onPaste={paste}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
