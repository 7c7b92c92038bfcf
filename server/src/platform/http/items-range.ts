/** Rows `first` to `last` of a list, both included, counted from 0. */
export type ItemsRange = { first: number; last: number };

/**
 * Reads the header `Range: items=0-199` for a list of `total` rows (RFC 9110 §14.1.2). Null where it is to be ignored: none,
 * malformed, another unit, several ranges, nothing to take a part of. « beyond » when no row is in it: the answer is a 416.
 */
export function readItemsRange(header: string | undefined, total: number): ItemsRange | 'beyond' | null {
  const [, first, last] = /^items=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || total === 0) return null;
  if (first === '') return lastRows(last, total);
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= total) return 'beyond';
  return { first: Number(first), last: last === '' ? total - 1 : Math.min(Number(last), total - 1) };
}

function lastRows(count: string, total: number): ItemsRange | 'beyond' | null {
  if (count === '') return null;
  return Number(count) === 0 ? 'beyond' : { first: Math.max(0, total - Number(count)), last: total - 1 };
}
