/** The service returns 400 outside 3 to 200 characters, and unless the first is a letter or a digit: null then. */
export function searchable(typed: string): string | null {
  const text = typed.replace(/\s+/g, ' ').trim();
  return /^[\p{L}\p{N}].{2,199}$/u.test(text) ? text : null;
}
