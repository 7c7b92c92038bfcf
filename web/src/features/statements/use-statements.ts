import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { logInfo } from '#lib/query-client.ts';
import type { StatementRow } from './statement-row.ts';
import { statementsQuery } from './statements-query.ts';

/** The loaded rows; the next windows load in the background, one after the other. */
export function useStatements() {
  const query = useInfiniteQuery(statementsQuery);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const rows = useMemo(() => data && uniqueRows(data.pages.flatMap((window) => window.rows)), [data]);
  const isWhole = rows !== undefined && !hasNextPage;
  // Once per load, not at each change of a row.
  const log = useEffectEvent(() => rows && logRenewals(rows));
  useEffect(() => {
    if (isWhole) log();
  }, [isWhole]);

  return {
    rows,
    total: isWhole ? rows.length : (data?.pages.at(-1)?.total ?? 0),
    isWhole,
    hasFailed: query.isError && rows === undefined,
    isRestMissing: isFetchNextPageError,
    isFetching,
    retry: () => void (rows === undefined ? query.refetch() : fetchNextPage()),
  };
}

/** A statement issued between two windows moves the last row of one into the next. */
function uniqueRows(rows: readonly StatementRow[]): StatementRow[] {
  return [...new Map(rows.map((row) => [row.item.id, row])).values()];
}

/** Prescribed: logs how many were renewed and how many were not. */
function logRenewals(rows: readonly StatementRow[]): void {
  const renewed = rows.filter(({ item }) => item.nb_regenerations > 0).length;
  logInfo(`États des risques : ${renewed} renouvelé(s), ${rows.length - renewed} non renouvelé(s)`);
}
