import type { Batch, BatchRow } from '@clairisque/contract/batches.v3.ts';
import type { Deps } from '#deps.ts';
import { noSuchBatch } from './changes.service.ts';
import { noSuchRow } from './hand.service.ts';
import {
  deleteBatches,
  findBatch,
  listBatchesBefore,
  type BatchData,
  type OwnBatch,
  type RowState,
} from './batches.queries.ts';
import { listRows, type RowData } from './rows.queries.ts';
import { batchOf, rowOf } from './shapes.rules.ts';

export { takeTurn } from './run.service.ts';

type Reader = Pick<Deps, 'db'>;
type Page<T> = { items: T[]; hasMore: boolean };

/** Throws `not_found`. */
export async function requireBatch({ db }: Reader, own: OwnBatch): Promise<BatchData> {
  const batch = await findBatch(db, own);
  if (batch === undefined) throw noSuchBatch();
  return batch;
}

export async function readBatch(deps: Pick<Deps, 'db' | 'mode'>, own: OwnBatch): Promise<Batch> {
  return batchOf(await requireBatch(deps, own), deps.mode);
}

/** Newest first, older than `before`. */
export async function pageOfBatches(
  { db }: Reader,
  { limit, ...page }: { accountId: number; before: number | null; limit: number },
): Promise<Page<BatchData>> {
  const found = await listBatchesBefore(db, { ...page, limit: limit + 1 });
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** In the order of the file, after that line. Throws `not_found`. */
export async function pageOfRows(
  deps: Reader,
  own: OwnBatch,
  { limit, after, state }: { limit: number; after: number; state?: RowState | undefined },
): Promise<Page<RowData>> {
  await requireBatch(deps, own);
  const found = await listRows(deps.db, {
    accountId: own.accountId,
    batchId: own.id,
    after,
    limit: limit + 1,
    state,
  });
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** Throws `not_found`. */
export async function readRow(deps: Reader & Pick<Deps, 'mode'>, own: OwnBatch, position: number): Promise<BatchRow> {
  const [row] = await listRows(deps.db, {
    accountId: own.accountId,
    batchId: own.id,
    after: position - 1,
    limit: 1,
  });
  if (row?.position !== position) throw noSuchRow();
  return rowOf(row, deps.mode);
}

const A_DAY_MS = 86_400_000;
/** Its statements stay; names and addresses of the file need not. */
const KEPT_MS = 90 * A_DAY_MS;
const IDLE_MS = 7 * A_DAY_MS;

/** For a daily cron. */
export async function forgetOldBatches({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime();
  await deleteBatches(db, { before: new Date(now - KEPT_MS), idleBefore: new Date(now - IDLE_MS) });
}
