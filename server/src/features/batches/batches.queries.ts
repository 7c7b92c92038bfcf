import type { Batch, ColumnField, RowProblem } from '@clairisque/contract/batches.v3.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type Status = Batch['status'];
export type RowState = Exclude<keyof Batch['rows'], 'total'>;
export type OwnBatch = { accountId: number; id: number };

/** A column of a file: its title, and what it holds. */
export type SentColumn = { title: string; field: ColumnField | null };

export type BatchData = {
  id: number;
  name: string;
  status: Status;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  problem: RowProblem | null;
  /** Columns of the file that the batch came in. */
  columns: SentColumn[] | null;
  credits_reserved: number;
  counts: Partial<Record<RowState, number>>;
  stalled: { rows: number; detail: string; since: string; next_try_at: string } | null;
};

/** « Mine » is the base of every select: another account's batch is not found. */
function batchesOf(db: Db, accountId: number) {
  return db
    .selectFrom('batch as b')
    .select(['b.id', 'b.name', 'b.status', 'b.created_at', 'b.started_at', 'b.ended_at', 'b.problem', 'b.columns'])
    .select([
      sql<number>`coalesce((select credits from credit_reservation r where r.batch_id = b.id), 0)`.as(
        'credits_reserved',
      ),
      sql<BatchData['counts']>`coalesce((
        select jsonb_object_agg(state, rows)
        from (select state, count(*) as rows from batch_row w where w.batch_id = b.id group by state) as by_state
      ), '{}')`.as('counts'),
      sql<BatchData['stalled']>`case when b.status in ('checking', 'running') then (
        select jsonb_build_object(
          'rows', count(*), 'detail', coalesce(min(w.problem->>'detail'), ''),
          'since', min(coalesce(w.waiting_since, w.retry_at)), 'next_try_at', min(w.retry_at))
        from batch_row w
        where w.batch_id = b.id and w.state in ('waiting', 'ready') and w.retry_at is not null
        having count(*) > 0
      ) end`.as('stalled'),
    ])
    .where('b.space_id', 'in', db.selectFrom('space').select('id').where('account_id', '=', accountId))
    .$castTo<BatchData>();
}

export const findBatch = (db: Db, { accountId, id }: OwnBatch): Promise<BatchData | undefined> =>
  batchesOf(db, accountId).where('b.id', '=', id).executeTakeFirst();

/** Newest first, older than `before`. */
export const listBatchesBefore = (
  db: Db,
  { accountId, before, limit }: { accountId: number; before: number | null; limit: number },
): Promise<BatchData[]> =>
  batchesOf(db, accountId)
    .$if(before !== null, (query) => query.where('b.id', '<', before ?? 0))
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute();

export async function countOpen(db: Db, spaceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('batch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('space_id', '=', spaceId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewBatch = {
  space_id: number;
  name: string;
  starts_alone: boolean;
  leaves_out: boolean;
  tells_end: boolean;
  columns: readonly SentColumn[] | null;
  created_at: Date;
};

export async function insertBatch(db: Db, { columns, ...batch }: NewBatch): Promise<number> {
  const { id } = await db
    .insertInto('batch')
    .values({ ...batch, columns: columns && JSON.stringify(columns), status: 'checking' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What its job needs; the owner is whose space it is. */
export type Work = {
  id: number;
  account_id: number;
  space_id: number;
  status: Status;
  starts_alone: boolean;
  leaves_out: boolean;
  tells_end: boolean;
  created_at: Date;
  started_at: Date | null;
  choices_told_at: Date | null;
};

const workOf = (db: Db, id: number) =>
  db
    .selectFrom('batch as b')
    .innerJoin('space as p', 'p.id', 'b.space_id')
    .select(['b.id', 'p.account_id', 'b.space_id', 'b.status', 'b.starts_alone', 'b.leaves_out', 'b.tells_end'])
    .select(['b.created_at', 'b.started_at', 'b.choices_told_at'])
    .where('b.id', '=', id)
    .$castTo<Work>();

/** Locked until the end of the transaction, which has locked the ledger before. */
export const lockBatch = (db: Db, id: number): Promise<Work | undefined> =>
  workOf(db, id).forUpdate('b').executeTakeFirst();

type Change = Partial<{
  status: Status;
  started_at: Date;
  ended_at: Date | null;
  choices_told_at: Date;
  starts_alone: boolean;
  problem: RowProblem | null;
}>;

export async function updateBatch(db: Db, id: number, { problem, ...change }: Change): Promise<void> {
  await db
    .updateTable('batch')
    .set({ ...change, ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }) })
    .where('id', '=', id)
    .execute();
}

/** Accounts and what they wait for, the oldest batch first. */
export async function listAtWork(db: Db): Promise<{ account_id: number; status: 'checking' | 'running' }[]> {
  return db
    .selectFrom('batch as b')
    .innerJoin('space as p', 'p.id', 'b.space_id')
    .select(['p.account_id', 'b.status'])
    .where('b.status', 'in', [sql.lit('checking'), sql.lit('running')])
    .groupBy(['p.account_id', 'b.status'])
    .orderBy((eb) => eb.fn.min('b.id'))
    .$castTo<{ account_id: number; status: 'checking' | 'running' }>()
    .execute();
}

/** A batch at work: its rows in the state of that work, and those that wait for nothing else. */
export type WorkLeft = Work & { problem: RowProblem | null; left: number; due: number };

export function listWorkOf(
  db: Db,
  of: { accountId: number; statuses: readonly ('checking' | 'running')[]; state: 'waiting' | 'ready'; now: Date },
): Promise<WorkLeft[]> {
  return db
    .selectFrom('batch as b')
    .innerJoin('space as p', 'p.id', 'b.space_id')
    .select(['b.id', 'p.account_id', 'b.space_id', 'b.status', 'b.starts_alone', 'b.leaves_out', 'b.tells_end'])
    .select(['b.created_at', 'b.started_at', 'b.choices_told_at', 'b.problem'])
    .select([
      sql<number>`(select count(*) from batch_row r where r.batch_id = b.id and r.state = ${of.state})`.as('left'),
      sql<number>`(select count(*) from batch_row r where r.batch_id = b.id and r.state = ${of.state}
        and coalesce(r.retry_at, '-infinity') <= ${of.now})`.as('due'),
    ])
    .where('p.account_id', '=', of.accountId)
    .where('b.status', 'in', of.statuses)
    .orderBy('b.id')
    .$castTo<WorkLeft>()
    .execute();
}

/** Accounts with a batch in that status, and the batches of one of them. */
export function countAtWork(
  db: Db,
  { status, accountId = 0 }: { status: 'checking' | 'running'; accountId?: number },
): Promise<{ accounts: number; own: number }> {
  return db
    .selectFrom('batch as b')
    .innerJoin('space as p', 'p.id', 'b.space_id')
    .select([
      sql<number>`count(distinct p.account_id)`.as('accounts'),
      sql<number>`count(*) filter (where p.account_id = ${accountId})`.as('own'),
    ])
    .where('b.status', '=', sql.lit(status))
    .executeTakeFirstOrThrow();
}

/** Ones made before that date that do not run, and ones never started made before the other. */
export async function deleteBatches(db: Db, { before, idleBefore }: { before: Date; idleBefore: Date }): Promise<void> {
  await db
    .deleteFrom('batch')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '<>', 'running'), eb('created_at', '<', before)]),
        eb.and([eb('started_at', 'is', null), eb('created_at', '<', idleBefore)]),
      ]),
    )
    .execute();
}

/** Undefined once the account is gone or disabled, and when it refuses notices. */
export const findAddressee = async (db: Db, accountId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .where('disabled_at', 'is', null)
      .where('notices_stopped_at', 'is', null)
      .executeTakeFirst()
  )?.email;
