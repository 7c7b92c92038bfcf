import { readCheckByReference, type Outcome } from '@clairisque/contract/checks.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';

const POLL_MS = 2_000;
/** The server is silent, or its sources are late. */
const SLOW_POLL_MS = 10_000;
const LATE_MS = 120_000;
/** A silent server is said without waiting for the usual timeout. */
const PATIENCE_MS = 8_000;

export const isUnderWay = ({ etat }: Outcome): boolean => etat === 'en_attente' || etat === 'en_cours';

export const isLate = ({ demande_le }: Outcome, now: number): boolean => now - Date.parse(demande_le) > LATE_MS;

/** The newest check of a statement, read again while it is under way and its page is shown. */
export const lastCheckQuery = (reference: string) =>
  queryOptions({
    queryKey: ['last-check', reference],
    queryFn: async ({ signal }) =>
      (await call(readCheckByReference, { params: { reference }, signal, timeoutMs: PATIENCE_MS })).controle,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, error, dataUpdatedAt } }) => {
      if (!data || !isUnderWay(data)) return false;
      return error !== null || isLate(data, dataUpdatedAt) ? SLOW_POLL_MS : POLL_MS;
    },
  });

/** Shows a check just asked for, before it is read again. */
export async function showAsked(reference: string, asked: Outcome): Promise<void> {
  const { queryKey } = lastCheckQuery(reference);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, asked);
}
