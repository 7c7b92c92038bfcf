import { followLot, listLotLines, listLots, Lot, readLot } from '@clairisque/contract/batches.ts';
import type { ROW_STATES } from '@clairisque/contract/batches.v3.ts';
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, send } from '#lib/api.ts';
import { userDataQuery } from '#lib/session.ts';

export type LineState = (typeof ROW_STATES)[number];

export const lotsQuery = queryOptions({
  queryKey: ['lots'],
  queryFn: ({ signal }) => call(listLots, { signal }),
  staleTime: 0,
});

const params = (id: string) => ({ lot_id: id });

export const lotQuery = (id: string) =>
  queryOptions({
    queryKey: ['lots', id],
    queryFn: ({ signal }) => call(readLot, { params: params(id), signal }),
    staleTime: 0,
  });

export const linesQuery = (id: string, etat: LineState) =>
  infiniteQueryOptions({
    queryKey: ['lots', id, 'lines', etat],
    queryFn: ({ pageParam: apres, signal }) =>
      call(listLotLines, { params: params(id), query: { etat, apres }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ lignes, suite }) => (suite ? lignes.at(-1)?.ligne : undefined),
    staleTime: 0,
  });

export const isMoving = ({ etat }: Pick<Lot, 'etat'>): boolean => etat === 'checking' || etat === 'running';

/** The server ends the events with the work; the connection may be lost before. */
const AGAIN_MS = 2_000;
const LONGEST_MS = 3_600_000;

/** The lot, kept up to date while it moves. */
export function useLot(id: string) {
  const queryClient = useQueryClient();
  const lot = useQuery(lotQuery(id));
  const moves = lot.data !== undefined && isMoving(lot.data);
  useEffect(() => {
    if (!moves) return;
    const leave = new AbortController();
    const follow = async (): Promise<void> => {
      const show = (next: Lot) => queryClient.setQueryData(lotQuery(id).queryKey, next);
      await read(id, leave.signal, show).catch(() => undefined);
      if (!leave.signal.aborted) window.setTimeout(() => void follow(), AGAIN_MS);
    };
    void follow();
    return () => {
      leave.abort();
      // Other lines, other credits.
      void queryClient.invalidateQueries({ queryKey: ['lots', id, 'lines'] });
      void queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey });
    };
  }, [id, moves, queryClient]);
  return lot;
}

/** Server-sent events over `fetch`: an `EventSource` sends no token. */
async function read(id: string, signal: AbortSignal, onLot: (lot: Lot) => void): Promise<void> {
  const { body } = await send(followLot, { params: params(id), signal, timeoutMs: LONGEST_MS });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const events = (rest + part.value).split('\n\n');
    rest = events.pop() ?? '';
    const last = events.findLast((event) => event.startsWith('data: '));
    if (last !== undefined) onLot(Lot.parse(JSON.parse(last.slice('data: '.length))));
  }
}
