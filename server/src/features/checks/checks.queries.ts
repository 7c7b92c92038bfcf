import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { StatementCheck } from '#platform/db/db-types.gen.ts';

export type Origin = 'date' | 'activation' | 'owner' | 'visitor' | 'key';
export type MissingHeading = { heading: string; title: string; reason: string };
export type CheckRow = Omit<Selectable<StatementCheck>, 'missing' | 'origin' | 'outcome'> & {
  missing: MissingHeading[] | null;
  origin: Origin;
  outcome: 'unchanged' | 'changed' | 'incomplete' | 'dropped' | null;
};

/** Newest first. */
export function listChecksOf(db: Db, statementId: number, limit: number): Promise<CheckRow[]> {
  return db
    .selectFrom('statement_check')
    .selectAll()
    .where('statement_id', '=', statementId)
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<CheckRow>()
    .execute();
}

export async function findCheck(db: Db, id: number): Promise<CheckRow | undefined> {
  return db.selectFrom('statement_check').selectAll().where('id', '=', id).$castTo<CheckRow>().executeTakeFirst();
}

/** The check whose attestation has this reference. */
export async function findAttested(db: Db, reference: string): Promise<CheckRow | undefined> {
  return db
    .selectFrom('statement_check')
    .selectAll()
    .where('reference', '=', reference)
    .$castTo<CheckRow>()
    .executeTakeFirst();
}

export type Asked = { statementId: number; edition: number; origin: Origin; subject: string; now: Date };

/**
 * A check to do now; undefined when that subject has had its own. One that waits for its next try, or for a worker, ends
 * where a new one begins. Lock the statement first.
 */
export async function insertCheck(
  db: Db,
  { statementId, edition, origin, subject, now }: Asked,
): Promise<CheckRow | undefined> {
  const former = await db
    .selectFrom('statement_check')
    .select('id')
    .where('statement_id', '=', statementId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (former !== undefined) return undefined;
  await db
    .updateTable('statement_check')
    .set({
      ended_at: now,
      next_at: null,
      outcome: sql`case when missing is null then 'dropped' else 'incomplete' end`,
    })
    .where('statement_id', '=', statementId)
    .where('ended_at', 'is', null)
    .execute();
  return db
    .insertInto('statement_check')
    .values({ statement_id: statementId, edition, origin, subject, asked_at: now, next_at: now })
    .returningAll()
    .$castTo<CheckRow>()
    .executeTakeFirst();
}

/** The one under way. */
export async function findOpen(db: Db, statementId: number): Promise<CheckRow | undefined> {
  return db
    .selectFrom('statement_check')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('ended_at', 'is', null)
    .$castTo<CheckRow>()
    .executeTakeFirst();
}

/** Asks again at once what it did not obtain. */
export async function hurry(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('statement_check')
    .set({ next_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function countAskedSince(
  db: Db,
  { statementId, origin, since }: { statementId: number; origin: Origin; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('statement_check')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('statement_id', '=', statementId)
    .where('origin', '=', origin)
    .where('asked_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many attestations the statement has. */
export async function countAttested(db: Db, statementId: number): Promise<number> {
  const { count } = await db
    .selectFrom('statement_check')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('statement_id', '=', statementId)
    .where('reference', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export type Due = Pick<CheckRow, 'id' | 'origin' | 'subject'>;

/**
 * Checks to do now, those whose worker died included: one of each account in turn, its oldest first; checks whose
 * subject begins with `last` come after all others.
 */
export async function listDueChecks(
  db: Db,
  { now, last, limit }: { now: Date; last: string; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, origin, subject from (
      select c.id, c.origin, c.subject, c.next_at, starts_with(c.subject, ${last}) as is_last,
        row_number() over (partition by starts_with(c.subject, ${last}), s.account_id order by c.next_at, c.id) as turn
      from statement_check c join statement s on s.id = c.statement_id
      where c.ended_at is null and c.next_at <= ${now} and (c.running_until is null or c.running_until < ${now})
    ) due order by is_last, turn, next_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Serialises who asks for a check of it; false once it is gone. */
export async function lockStatementRow(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('statement').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** A statement that may be checked. */
export type Checkable = {
  statementId: number;
  accountId: number;
  issuedAt: Date;
  closedAt: Date | null;
  edition: number;
  reference: string;
  sha256: string;
  expiresOn: string;
};

/** Each statement `s` with its current edition. */
export const CURRENT_CHECKABLE = sql`
  select s.id as "statementId", s.account_id as "accountId", s.issued_at as "issuedAt", s.closed_at as "closedAt",
    e.edition, e.reference, e.file_sha256 as sha256, e.expires_on as "expiresOn"
  from statement s
  join lateral (
    select * from statement_edition where statement_id = s.id order by edition desc limit 1
  ) e on true`;

/** Undefined for a draft; `accountId` for the caller's own only. */
export async function findCheckable(
  db: Db,
  { id, accountId }: { id: number; accountId?: number },
): Promise<Checkable | undefined> {
  const { rows } = await sql<Checkable>`${CURRENT_CHECKABLE}
    where s.id = ${id} and s.status = 'issued' and (${accountId ?? null}::bigint is null or s.account_id = ${accountId ?? null})`.execute(
    db,
  );
  return rows[0];
}

/** Whether such a mail was queued for the account since then. */
export async function wasTold(
  db: Db,
  { accountId, kind, since }: { accountId: number; kind: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('outgoing_mail')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
