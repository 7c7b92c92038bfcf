import type { RowProblem, RowRequest } from '@clairisque/contract/batches.v3.ts';
import { sql } from 'kysely';
import type { Property } from '#features/api-v3/api-v3.ts';
import { currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';
import type { RowState } from './batches.queries.ts';
import type { StoredInput } from './requests.rules.ts';

/** What a check found: a property, its area in m², and the metres from its address, where they are known. */
export type CheckedProperty = Property & { area?: number | null; distance?: number | null };

export type NewRow = {
  position: number;
  given: string;
  state: 'waiting' | 'refused';
  request: RowRequest | null;
  input: StoredInput | null;
  problem: RowProblem | null;
  /** Cells of its line in a file, as they were sent. */
  cells: string[] | null;
};

export async function insertRows(db: Db, batchId: number, rows: readonly NewRow[]): Promise<void> {
  await sql`
    insert into batch_row (batch_id, position, given, state, request, input, problem, cells)
    select ${batchId}, row.position, row.given, row.state, row.request, row.input, row.problem, row.cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (position int, given text, state text, request jsonb, input jsonb, problem jsonb, cells jsonb)`.execute(
    db,
  );
}

/** A row to check or to issue. */
export type RowToDo = {
  position: number;
  request: RowRequest;
  property: Property | null;
  statement_id: number | null;
  attempts: number;
  /** Number of its owner's changes: an outcome counts for the revision that it began with. */
  revision: number;
  waiting_since: Date | null;
};

/**
 * Rows of a batch that is still at this, in order; not those that wait for a source. A running batch also checks rows
 * that join it.
 */
export function listToDo(
  db: Db,
  todo: { batchId: number; state: 'waiting' | 'ready'; now: Date; limit: number },
): Promise<RowToDo[]> {
  return db
    .selectFrom('batch_row as r')
    .innerJoin('batch as b', 'b.id', 'r.batch_id')
    .select(['r.position', 'r.request', 'r.property', 'r.statement_id', 'r.attempts', 'r.revision', 'r.waiting_since'])
    .where('r.batch_id', '=', todo.batchId)
    .where('r.state', '=', todo.state)
    .where('b.status', 'in', todo.state === 'waiting' ? ['checking', 'running'] : ['running'])
    .where((eb) => eb('r.retry_at', 'is', null).or('r.retry_at', '<=', todo.now))
    .orderBy('r.position')
    .limit(todo.limit)
    .$castTo<RowToDo>()
    .execute();
}

export async function countRows(db: Db, batchId: number, state: RowState): Promise<number> {
  const { count } = await db
    .selectFrom('batch_row')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('batch_id', '=', batchId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return count;
}

type Change = Partial<{
  state: RowState;
  property: CheckedProperty;
  problem: RowProblem | null;
  likeness: string;
  statement_id: number;
  attempts: number;
  retry_at: Date | null;
  waiting_since: Date | null;
}>;

/** `undrafted`: and only without a draft. */
type At = { batchId: number; position: number; revision: number; from: RowState; undrafted?: true };

/** Only from that state, as its owner left it: true when the row was in it. */
export async function updateRow(db: Db, row: At, { property, problem, ...columns }: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch_row')
    .set({
      ...columns,
      // Needed no more.
      ...(columns.state === 'issued' && { cells: null }),
      ...(property !== undefined && { property: JSON.stringify(property) }),
      ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
    })
    .where('batch_id', '=', row.batchId)
    .where('position', '=', row.position)
    .where('revision', '=', row.revision)
    .where('state', '=', row.from)
    .$if(row.undrafted === true, (query) => query.where('statement_id', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Rewritten = {
  state: 'waiting' | 'cancelled' | 'refused';
  request?: RowRequest;
  given?: string;
  kept?: boolean;
};

/** A change of its owner, on a locked row: what was under way for it counts for nothing. */
export async function rewriteRow(
  db: Db,
  { batchId, position }: { batchId: number; position: number },
  { request, ...columns }: Rewritten,
): Promise<void> {
  const anew = { problem: null, property: null, likeness: null, statement_id: null };
  await db
    .updateTable('batch_row')
    .set((eb) => ({
      ...columns,
      ...(columns.state === 'waiting' && anew),
      ...(request !== undefined && { request: JSON.stringify(request), input: null }),
      revision: eb('revision', '+', 1),
      attempts: 0,
      retry_at: null,
      waiting_since: null,
    }))
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .execute();
}

/** Cancels the rows that are left. */
export async function cancelRows(db: Db, batchId: number): Promise<void> {
  await db
    .updateTable('batch_row')
    .set({ state: 'cancelled', problem: null, retry_at: null })
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'ready', 'doubtful'])
    .execute();
}

/** A row with its statement's current edition, if any. */
export type RowData = {
  position: number;
  state: RowState;
  given: string;
  request: RowRequest | null;
  input: StoredInput | null;
  property: CheckedProperty | null;
  problem: RowProblem | null;
  cells: string[] | null;
  attempts: number;
  retry_at: Date | null;
  waiting_since: Date | null;
  statement_id: number | null;
  reference: string | null;
  issued_at: Date | null;
  expires_on: string | null;
  file_key: string | null;
  file_sha256: string | null;
};

type PageOfRows = {
  accountId: number;
  batchId: number;
  after: number;
  limit: number;
  state?: RowState | readonly RowState[] | undefined;
};

/**
 * Rows of a batch of the caller's, in order, after that line. The batch is compared with its own number: with a
 * subquery, PostgreSQL expects the rows of an average batch, and sorts all of a large one for each page.
 */
const cut = (db: Db, page: PageOfRows) =>
  db
    .selectFrom('batch_row')
    .selectAll()
    .where('batch_id', '=', page.batchId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('batch as b')
          .innerJoin('space as p', 'p.id', 'b.space_id')
          .select('b.id')
          .where('p.account_id', '=', page.accountId)
          .where('b.id', '=', page.batchId),
      ),
    )
    .where('position', '>', page.after)
    .$if(page.state !== undefined, (query) => query.where('state', 'in', [page.state ?? []].flat()))
    .orderBy('position')
    .limit(page.limit)
    .as('r');

/**
 * The page is cut before its statements are joined: a plan that cuts afterwards reads the rest of the batch for each
 * page.
 */
export function selectRows(db: Db, page: PageOfRows) {
  return db
    .selectFrom(cut(db, page))
    .leftJoin('statement as s', (join) => join.onRef('s.id', '=', 'r.statement_id').on('s.status', '=', 'issued'))
    .leftJoin('statement_edition as e', (join) =>
      join.onRef('e.statement_id', '=', 's.id').on('e.edition', '=', currentEdition('s.id')),
    )
    .select([
      'r.position',
      'r.state',
      'r.given',
      'r.request',
      'r.input',
      'r.property',
      'r.problem',
      'r.cells',
      's.id as statement_id',
    ])
    .select(['r.attempts', 'r.retry_at', 'r.waiting_since'])
    .select(['e.reference', 'e.issued_at', 'e.expires_on', 'e.file_key', 'e.file_sha256'])
    .orderBy('r.position')
    .$castTo<RowData>();
}

export const listRows = (db: Db, page: PageOfRows): Promise<RowData[]> => selectRows(db, page).execute();

export type LockedRow = Pick<RowData, 'state' | 'request' | 'input' | 'problem'> & { kept: boolean };

/** Locked until the end of the transaction. */
export function lockRow(
  db: Db,
  { batchId, position }: { batchId: number; position: number },
): Promise<LockedRow | undefined> {
  return db
    .selectFrom('batch_row')
    .select(['state', 'request', 'input', 'problem', 'kept'])
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .forUpdate()
    .$castTo<LockedRow>()
    .executeTakeFirst();
}
