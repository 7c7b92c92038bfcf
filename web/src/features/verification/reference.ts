import { REFERENCE } from '@clairisque/contract/verification.ts';

/**
 * Reads a reference as typed or dictated: lower case, spaces, another dash or none, no « ERP »; null when it cannot be
 * one.
 */
export function readReference(typed: string): string | null {
  const text = typed.toUpperCase().replaceAll(/[\s\u2010-\u2015\u2212-]/g, '');
  const [, year, number, renewed] = /^(?:ERP)?(\d{4})(\d+)(R1)?$/.exec(text) ?? [];
  const reference = ['ERP', year, number, renewed].filter(Boolean).join('-');
  return REFERENCE.test(reference) ? reference : null;
}
