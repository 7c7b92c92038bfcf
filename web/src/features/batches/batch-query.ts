import {
  Batch,
  followBatch,
  listBatches,
  listBatchRows,
  readBatch,
  type BatchRow,
} from '@clairisque/contract/batches.v3.ts';
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, send } from '#lib/api.ts';
import { refreshBalance } from '#lib/session.ts';

export type RowStatus = BatchRow['status'];

/** The number in the address of a page, `12`, and the key of the API, `bat_12`. */
const keyOf = (id: string): string => `bat_${/^\d{1,15}$/.test(id) ? id : '0'}`;
export const numberOf = ({ id }: Pick<Batch, 'id'>): string => id.slice('bat_'.length);

/** A repetition by the network does nothing more; another press of the button is another request. */
export const oncePerPress = () => ({ 'idempotency-key': crypto.randomUUID() });

const LISTED = 50;
const ROWS = 50;

export const batchesQuery = queryOptions({
  queryKey: ['batches'],
  queryFn: async ({ signal }) => (await call(listBatches, { query: { limit: LISTED }, signal })).data,
  staleTime: 0,
});

const params = (id: string) => ({ batch_id: keyOf(id) });

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: ({ signal }) => call(readBatch, { params: params(id), signal }),
    staleTime: 0,
  });

const rowsKey = (id: string) => ['batches', id, 'rows'];

export const rowsQuery = (id: string, status: RowStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(id), status],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: ROWS, ...(status !== null && { status }), ...(cursor !== null && { cursor }) };
      return call(listBatchRows, { params: params(id), query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    staleTime: 0,
  });

export const isMoving = ({ status }: Pick<Batch, 'status'>): boolean => status === 'checking' || status === 'running';

/** After a change of a row: the batch, its rows, and the credits that it reserves. */
export async function refreshBatch(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['batches', id] }), refreshBalance()]);
}

/** The server ends the events with the work; the connection may be lost before. */
const AGAIN_MS = 2_000;
const LONGEST_MS = 3_600_000;
/** Events come each second; rows and the balance follow them less often. */
const FOLLOW_MS = 3_000;

/** The batch, kept up to date while it moves, with its rows and the balance in the bar. */
export function useBatch(id: string) {
  const queryClient = useQueryClient();
  const batch = useQuery(batchQuery(id));
  const moves = batch.data !== undefined && isMoving(batch.data);
  useEffect(() => {
    if (!moves) return;
    const leave = new AbortController();
    let timer: number | undefined;
    const refresh = () => {
      window.clearTimeout(timer);
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey: rowsKey(id) });
      void refreshBalance();
    };
    const show = (next: Batch) => {
      queryClient.setQueryData(batchQuery(id).queryKey, next);
      timer ??= window.setTimeout(refresh, FOLLOW_MS);
    };
    const follow = async (): Promise<void> => {
      await read(id, leave.signal, show).catch(() => undefined);
      if (!leave.signal.aborted) window.setTimeout(() => void follow(), AGAIN_MS);
    };
    void follow();
    return () => {
      leave.abort();
      refresh();
    };
  }, [id, moves, queryClient]);
  return batch;
}

/** Server-sent events over `fetch`: an `EventSource` sends no token. */
async function read(id: string, signal: AbortSignal, onBatch: (batch: Batch) => void): Promise<void> {
  const { body } = await send(followBatch, { params: params(id), signal, timeoutMs: LONGEST_MS });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const events = (rest + part.value).split('\n\n');
    rest = events.pop() ?? '';
    const last = events.findLast((event) => event.startsWith('data: '));
    if (last !== undefined) onBatch(Batch.parse(JSON.parse(last.slice('data: '.length))));
  }
}
