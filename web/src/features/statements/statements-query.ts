import { listStatements } from '#responses/statements.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiFailure, callWithHeaders } from '#lib/api.ts';
import { todayInParis } from '#lib/dates.ts';
import { isWorthRetrying, queryClient } from '#lib/query-client.ts';
import { refreshBalance } from '#lib/session.ts';
import { toRow, type StatementRow } from './statement-row.ts';

/** The screen waits for the first window only; the next ones load in the background. */
const FIRST_ITEMS = 200;
const NEXT_ITEMS = 500;

/** `total`: of the whole list, from this response; `next`: start of the next window, null after the last. */
type StatementWindow = { rows: readonly StatementRow[]; total: number; next: number | null };

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['statements', 'list'],
  queryFn: ({ pageParam, signal }) => fetchWindow(pageParam, signal),
  initialPageParam: 0,
  getNextPageParam: ({ next }) => next,
  // Comparing thousands of rows with the former ones is useless.
  structuralSharing: false,
  refetchOnMount: 'always',
  retry: (failures, error) => failures < 1 && isWorthRetrying(failures, error),
});

/** The prescribed call, with a `Range` header. */
async function fetchWindow(start: number, signal: AbortSignal): Promise<StatementWindow> {
  const range = `items=${start}-${start + (start === 0 ? FIRST_ITEMS : NEXT_ITEMS) - 1}`;
  try {
    const { answer, headers } = await callWithHeaders(listStatements, { signal, headers: { range } });
    const today = todayInParis();
    return {
      rows: answer.map((item) => toRow(item, today)),
      ...readContentRange(headers.get('content-range'), answer.length),
    };
  } catch (error) {
    // Nothing from there on: the list is empty, or became shorter in the meantime.
    if (error instanceof ApiFailure && error.status === 416) return { rows: [], total: start, next: null };
    throw error;
  }
}

/** A response without a range is the whole list. */
function readContentRange(header: string | null, count: number): Pick<StatementWindow, 'total' | 'next'> {
  const [, last, total] = (/^items \d+-(\d+)\/(\d+)$/.exec(header ?? '') ?? []).map(Number);
  if (last === undefined || total === undefined) return { total: count, next: null };
  return { total, next: count > 0 && last + 1 < total ? last + 1 : null };
}

/** Replaces items in the list, without a new fetch. */
export async function replaceItems(items: readonly StatementRow['item'][]): Promise<void> {
  // The number of expiries is part of the profile.
  void refreshBalance();
  // A pending window would restore the former rows; the list resumes loading by itself.
  await queryClient.cancelQueries({ queryKey: statementsQuery.queryKey });
  const today = todayInParis();
  const replaced = new Map(items.map((item) => [item.id, toRow(item, today)]));
  queryClient.setQueryData(
    statementsQuery.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((window) => ({
          ...window,
          rows: window.rows.map((old) => replaced.get(old.item.id) ?? old),
        })),
      },
  );
}

/** Once another edition replaces the current one: what showed the former is asked again. */
export async function forgetFormerEdition(id: number): Promise<void> {
  for (const queryKey of [
    ['document', String(id)],
    ['outcome', id],
  ])
    queryClient.removeQueries({ queryKey });
  const asked = [statementsQuery.queryKey, ['questions', String(id)], ['statement-editions', id], ['handovers', id]];
  await Promise.all(asked.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
