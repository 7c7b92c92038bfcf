import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Deps } from '#deps.ts';
import { fundTests, spaceOf } from '#features/api-keys/api-keys.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { countOpen, findRequested, forgetKeys, insertBatch } from './batches.queries.ts';
import { enqueueRun } from './queue.service.ts';
import { insertRows, type NewRow } from './rows.queries.ts';

const KEPT_MS = 24 * 3_600_000;
/** Of one account, not ended. */
const MOST_OPEN = 5;
const ROWS_AT_ONCE = 500;

type Asked = {
  accountId: number;
  name: string;
  startsAlone: boolean;
  rows: readonly NewRow[];
  /** Of API v3: the same key and body find the same batch. */
  request: { key: string; digest: Buffer } | null;
};

/** Stores the rows; a job checks them. Throws `conflict`, `idempotency_key_reused`. */
export async function createBatch(deps: Deps, asked: Asked): Promise<{ id: number; isReplayed: boolean }> {
  const { accountId, request, rows } = asked;
  if (deps.mode === 'test') await fundTests(deps, accountId);
  return transact(deps, async (deps) => {
    const { db } = deps;
    // Two equal requests at once wait here for each other.
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    const spaceId = await spaceOf(db, accountId);
    const made = request && (await madeBefore(deps, spaceId, request));
    if (made !== null) return { id: made, isReplayed: true };
    if ((await countOpen(db, spaceId)) >= MOST_OPEN) throw tooMany();
    const id = await insertBatch(db, {
      space_id: spaceId,
      name: asked.name,
      starts_alone: asked.startsAlone,
      created_at: deps.clock(),
      request,
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await insertRows(db, id, rows.slice(from, from + ROWS_AT_ONCE));
    }
    await enqueueRun(deps, id);
    return { id, isReplayed: false };
  });
}

async function madeBefore(
  { db, clock }: Deps,
  spaceId: number,
  { key, digest }: { key: string; digest: Buffer },
): Promise<number | null> {
  await forgetKeys(db, { before: new Date(clock().getTime() - KEPT_MS), spaceId });
  const found = await findRequested(db, { spaceId, key });
  if (found === undefined) return null;
  if (found.digest?.equals(digest)) return found.id;
  throw new AppError('idempotency_key_reused', 'Cette clé d’idempotence a déjà servi pour une autre requête.');
}

const tooMany = (): AppError =>
  new AppError('conflict', `${MOST_OPEN} lots ne sont pas finis : lancez-les, ou annulez-en un.`);

/** Rows of a request whose fields are valid. */
export const rowsOf = (requests: readonly StatementRequest[]): NewRow[] =>
  requests.map((request, index) => ({
    position: index + 1,
    given: givenIn(request),
    state: 'waiting',
    request,
    problem: null,
  }));

function givenIn({ address, parcels, point }: StatementRequest): string {
  if (address !== undefined) return address;
  return parcels?.join(' ') ?? `${point?.longitude ?? ''}, ${point?.latitude ?? ''}`;
}
