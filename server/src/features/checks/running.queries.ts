import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { CheckRow, MissingHeading } from './checks.queries.ts';

export type Claimed = CheckRow & { account_id: number };

/**
 * One worker takes a check. Undefined when the check is not due, has ended, or is held by another. A clock that went
 * back by more than an hour holds none.
 */
export async function claimCheck(
  db: Db,
  { id, now, until }: { id: number; now: Date; until: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update statement_check c set running_until = ${until}, attempts = attempts + 1, last_tried_at = ${now}
    from statement s
    where c.id = ${id} and s.id = c.statement_id and c.ended_at is null and c.next_at <= ${now}
      and (c.running_until is null or c.running_until not between ${now} and ${until}::timestamptz + interval '1 hour')
    returning c.*, s.account_id`.execute(db);
  return rows[0];
}

/** Locks it for its outcome; undefined when it ended meanwhile, or another worker took it over. */
export async function lockRunning(db: Db, { id, until }: { id: number; until: Date }): Promise<CheckRow | undefined> {
  return db
    .selectFrom('statement_check')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('running_until', '=', until)
    .forUpdate()
    .$castTo<CheckRow>()
    .executeTakeFirst();
}

export type Ending = Partial<
  Pick<
    CheckRow,
    | 'edition'
    | 'next_at'
    | 'ended_at'
    | 'outcome'
    | 'sentences'
    | 'reference'
    | 'file_key'
    | 'file_sha256'
    | 'attestation'
    | 'signature'
    | 'document_reference'
    | 'document_sha256'
    | 'new_reference'
    | 'told_at'
    | 'eve_told_at'
  >
> & { missing?: MissingHeading[] | null };

/** Writes what was found; the worker no longer has it. */
export async function writeCheck(db: Db, id: number, { missing, ...values }: Ending): Promise<void> {
  await db
    .updateTable('statement_check')
    .set({
      running_until: null,
      ...values,
      ...(missing !== undefined && { missing: missing === null ? null : JSON.stringify(missing) }),
    })
    .where('id', '=', id)
    .execute();
}

/** False when its owner was told already: of two workers, one tells. */
export async function markTold(
  db: Db,
  { id, what, now }: { id: number; what: 'told_at' | 'eve_told_at'; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement_check')
    .set({ [what]: now })
    .where('id', '=', id)
    .where(what, 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
