import { z } from 'zod';

/** Text that a database and a page can hold: no U+0000, no half of a surrogate pair. */
export const text = () =>
  z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'Ce texte contient un caractère interdit.',
  });

/**
 * A string as Django REST's CharField reads it: numbers are written out, every value is trimmed, then neither empty, nor
 * longer than `max` characters.
 */
export const charField = ({ max }: { max?: number } = {}) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(
      text()
        .min(1)
        .max(max ?? 4096),
    );

/** The same, and an e-mail address. */
export const emailField = () => charField({ max: 254 }).pipe(z.email());
