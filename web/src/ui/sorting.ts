import { useState } from 'react';

type SortDirection = 'ascending' | 'descending';
/** `column` is a column's title; null: the rows as they were given. */
export type Sort = { column: string; direction: SortDirection } | null;
type SortKey<Row> = (row: Row) => number | string | null;

/** Sorted by a column's key; equal rows keep their order, rows without a key come last both ways. */
export function sortRows<Row>(rows: readonly Row[], key: SortKey<Row>, direction: SortDirection): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sign : sign;
  });
}

const PAGE_ROWS = 5;

/** Five rows, and five more each time they are asked for (spec §9). */
export function useShownRows<Row>(rows: readonly Row[]): { shown: readonly Row[]; hidden: number; more: () => void } {
  const [limit, setLimit] = useState(PAGE_ROWS);
  return {
    shown: rows.slice(0, limit),
    hidden: Math.max(0, rows.length - limit),
    more: () => setLimit(limit + PAGE_ROWS),
  };
}
