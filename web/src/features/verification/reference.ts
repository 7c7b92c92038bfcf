import { REFERENCE } from '@clairisque/contract/verification.ts';

/** As people type it or read it aloud: small letters, spaces, another dash, no « ERP »; null when it cannot be a reference. */
export function readReference(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const reference = /^\d{4}-/.test(text) ? `ERP-${text}` : text;
  return REFERENCE.test(reference) ? reference : null;
}
