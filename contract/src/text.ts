import { z } from 'zod';

/** Text that a database and a page can hold: no U+0000, no half of a surrogate pair. */
export const text = () =>
  z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'Ce texte contient un caractère interdit.',
  });
