import type { Problem } from '@clairisque/contract/common/problems.ts';
import type { Db } from '#platform/db/db.ts';

/** One POST: whose, and under which key. */
export type RequestKey = { spaceId: number; key: string };

export async function deleteRequestsBefore(db: Db, date: Date, only?: RequestKey): Promise<void> {
  await db
    .deleteFrom('api_request')
    .where('created_at', '<', date)
    .$if(only !== undefined, (query) =>
      query.where('space_id', '=', only?.spaceId ?? 0).where('idempotency_key', '=', only?.key ?? ''),
    )
    .execute();
}

/** True for the first request with that key. */
export async function insertRequest(
  db: Db,
  { spaceId, key }: RequestKey,
  request: { digest: Buffer; created_at: Date; claimed_until: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_request')
    .values({ space_id: spaceId, idempotency_key: key, ...request })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export type RequestRow = {
  digest: Buffer;
  created_at: Date;
  claimed_until: Date | null;
  statement_id: number | null;
  status: 'draft' | 'issued' | null;
  renewed_at: Date | null;
  answer: unknown;
};

/** Locked until the end of the transaction. */
export function lockRequest(db: Db, { spaceId, key }: RequestKey): Promise<RequestRow | undefined> {
  return db
    .selectFrom('api_request as r')
    .leftJoin('statement as s', 's.id', 'r.statement_id')
    .select(['r.digest', 'r.created_at', 'r.claimed_until', 'r.statement_id', 'r.answer'])
    .select(['s.status', 's.renewed_at'])
    .where('r.space_id', '=', spaceId)
    .where('r.idempotency_key', '=', key)
    .forUpdate('r')
    .$castTo<RequestRow>()
    .executeTakeFirst();
}

type Change = Partial<{ claimed_until: Date | null; statement_id: number; failure: Problem | null; answer: unknown }>;

export async function updateRequest(db: Db, { spaceId, key }: RequestKey, change: Change): Promise<void> {
  const { failure, answer, ...columns } = change;
  await db
    .updateTable('api_request')
    .set({
      ...columns,
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(answer !== undefined && { answer: JSON.stringify(answer) }),
    })
    .where('space_id', '=', spaceId)
    .where('idempotency_key', '=', key)
    .execute();
}

/** One that was refused and left no draft, whose failure is read: its key is free again. */
export async function deleteUnmade(db: Db, { spaceId, key }: RequestKey): Promise<void> {
  await db
    .deleteFrom('api_request')
    .where('space_id', '=', spaceId)
    .where('idempotency_key', '=', key)
    .where('answer', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('statement')
            .select('statement.id')
            .whereRef('statement.id', '=', 'api_request.statement_id')
            .where('statement.status', '=', 'draft'),
        ),
      ),
    )
    .execute();
}

/** The draft of a request, if it has one. */
export async function draftOfRequest(db: Db, { spaceId, key }: RequestKey): Promise<number | null> {
  const row = await db
    .selectFrom('api_request')
    .select('statement_id')
    .where('space_id', '=', spaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row?.statement_id ?? null;
}
