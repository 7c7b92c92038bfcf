/** The service returns an empty 500 for a word of sixty letters. */
const LONG_WORD = /[\p{L}\p{M}\p{N}_]{51}/u;

/**
 * The service returns 400 outside 3 to 200 characters, and unless the first is a letter or a digit; no address has a
 * word of more than 50 characters, as it is written or with its ligatures apart: null then.
 */
export function searchable(typed: string): string | null {
  const text = typed.replace(/\s+/g, ' ').trim();
  if (LONG_WORD.test(text) || LONG_WORD.test(text.normalize('NFKC'))) return null;
  return /^[\p{L}\p{N}].{2,199}$/u.test(text) ? text : null;
}
