/** Rows `first` to `last` of a list, both included, counted from 0. */
export type ItemsRange = { first: number; last: number };

/**
 * Reads the header `Range: items=0-199` for a list of `total` rows (RFC 9110 §14.1.2). Null when it must be ignored:
 * absent, malformed, another unit, several ranges, an empty list. « beyond » when it contains no row: the response is a
 * 416.
 */
export function readItemsRange(header: string | undefined, total: number): ItemsRange | 'beyond' | null {
  const match = /^items=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header ?? '');
  if (match === null || total === 0) return null;
  const [, from, to, lastOnes] = match;
  const first = lastOnes === undefined ? Number(from) : Math.max(0, total - Number(lastOnes));
  const last = to ? Number(to) : total - 1;
  if (to && last < first) return null;
  return first >= total ? 'beyond' : { first, last: Math.min(last, total - 1) };
}
