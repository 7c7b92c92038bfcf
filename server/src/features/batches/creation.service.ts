import type { RowRequest } from '@clairisque/contract/batches.v3.ts';
import type { Deps } from '#deps.ts';
import { fundTests, spaceOf } from '#features/api-keys/api-keys.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { RefusedItem } from '#platform/http/body-items.ts';
import { countOpen, insertBatch, type SentColumn } from './batches.queries.ts';
import { enqueueTurn } from './queue.service.ts';
import { insertRows, type NewRow } from './rows.queries.ts';

/** An account may have so many batches that have not ended. */
const MOST_OPEN = 5;
const ROWS_AT_ONCE = 500;

type Asked = {
  accountId: number;
  name: string;
  startsAlone: boolean;
  /** Rows that are issued already, or twice in it. */
  leavesOut: boolean;
  /** Its owner imported it on the site, and is told by mail when it ends. */
  tellsEnd: boolean;
  rows: readonly NewRow[];
  /** Columns of the file, when the batch came in one. */
  columns?: readonly SentColumn[];
};

/** Stores the rows; a job checks them. Returns its id. Throws `conflict`. */
export function createBatch(deps: Deps, { accountId, name, rows, ...asked }: Asked): Promise<number> {
  return transact(deps, async (deps) => {
    const { db, mode } = deps;
    if (mode === 'test') await fundTests(deps, accountId);
    // Requests at once are counted one after the other.
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    const spaceId = await spaceOf(db, accountId);
    await refuseTooMany(deps, spaceId);
    const id = await insertBatch(db, {
      space_id: spaceId,
      name,
      starts_alone: asked.startsAlone,
      leaves_out: asked.leavesOut,
      tells_end: asked.tellsEnd,
      columns: asked.columns ?? null,
      created_at: deps.clock(),
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await insertRows(db, id, rows.slice(from, from + ROWS_AT_ONCE));
    }
    await enqueueTurn(deps, accountId, 'check');
    return id;
  });
}

/** Call it in a transaction that has locked the ledger. Throws `conflict`. */
export async function refuseTooMany({ db }: Pick<Deps, 'db'>, spaceId: number): Promise<void> {
  if ((await countOpen(db, spaceId)) < MOST_OPEN) return;
  throw new AppError('conflict', `${MOST_OPEN} imports ne sont pas finis : lancez-les, ou annulez-en un.`);
}

/** Rows of a request; those that are not valid are refused. */
export const rowsOf = (requests: readonly (RowRequest | RefusedItem)[]): NewRow[] =>
  requests.map((request, index) => {
    const position = index + 1;
    if (!(request instanceof RefusedItem)) {
      return { position, given: givenIn(request), state: 'waiting', request, input: null, problem: null, cells: null };
    }
    const { errors } = request;
    const problem = { code: 'invalid_input', detail: errors[0]?.detail ?? '', candidates: [], errors };
    return { position, given: '', state: 'refused', request: null, input: null, problem, cells: null };
  });

function givenIn({ address, parcels, point }: RowRequest): string {
  if (address !== undefined) return address;
  return parcels?.join(', ') ?? `${point?.longitude ?? ''}, ${point?.latitude ?? ''}`;
}
