import { LOGO_ERRORS, LOGO_MAX_BYTES, LOGO_TYPES } from '@clairisque/contract/logo.ts';

export const ACCEPTED = [...LOGO_TYPES, '.jpg', '.jpeg', '.png', '.gif'].join(',');

/** Prescribed sentence for a file that need not be sent to be refused; null when nothing is wrong. */
export function logoFileError(file: Pick<File, 'type' | 'size'>): string | null {
  if (!(LOGO_TYPES as readonly string[]).includes(file.type)) return LOGO_ERRORS.type;
  return file.size > LOGO_MAX_BYTES ? LOGO_ERRORS.size : null;
}
