import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { AnswerRequest } from '#platform/db/db-types.gen.ts';

export type SavedAnswers = Record<string, AnswerValue>;
export type RequestRow = Omit<Selectable<AnswerRequest>, 'answers'> & { answers: SavedAnswers };
/** Whether its owner is blocked, and the labels of its statement. */
export type VisitedRequest = RequestRow & { suspended: boolean; metadata: Record<string, string> | null };

type NewRequest = Pick<
  RequestRow,
  'account_id' | 'statement_id' | 'edition' | 'label' | 'email' | 'questions' | 'created_at' | 'expires_on'
>;

/** Undefined when the statement has `most` already; lock the account first. */
export async function insertRequest(
  db: Db,
  given: NewRequest & { id: string },
  most: number,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    insert into answer_request (id, account_id, statement_id, edition, label, email, questions, created_at, expires_on)
    select ${given.id}::uuid, ${given.account_id}, ${given.statement_id}, ${given.edition}::smallint, ${given.label},
      ${given.email}, ${given.questions}::text[], ${given.created_at}::timestamptz, ${given.expires_on}::date
    where (select count(*) from answer_request where statement_id = ${given.statement_id} and proposed_by is null) < ${most}
    returning *`.execute(db);
  return rows[0];
}

type Proposal = Omit<NewRequest, 'email'> & { id: string; proposed_by: string; answers: SavedAnswers };

/** In place of what that program proposed before and nobody decided. Undefined when the statement has `most` already. */
export async function insertProposal(db: Db, given: Proposal, most: number): Promise<RequestRow | undefined> {
  const ofStatement = db.selectFrom('answer_request').where('statement_id', '=', given.statement_id);
  const { count } = await ofStatement
    .where('proposed_by', 'is not', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  await db
    .updateTable('answer_request')
    .set({ revoked_at: given.created_at })
    .where('statement_id', '=', given.statement_id)
    .where('proposed_by', '=', given.proposed_by)
    .where('decided_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  return db
    .insertInto('answer_request')
    .values({ ...given, answers: JSON.stringify(given.answers) })
    .returningAll()
    .$castTo<RequestRow>()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export function listRequests(db: Db, of: { accountId: number; statementId: number }): Promise<RequestRow[]> {
  return db
    .selectFrom('answer_request')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('statement_id', '=', of.statementId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$castTo<RequestRow>()
    .execute();
}

export async function countMailedSince(db: Db, accountId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('answer_request')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('email', 'is not', null)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

type Owned = { accountId: number; id: string };

/** Locks it until the end of the transaction. Undefined for another account's. */
export function lockOwnRequest(db: Db, { accountId, id }: Owned): Promise<RequestRow | undefined> {
  return db
    .selectFrom('answer_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<RequestRow>()
    .executeTakeFirst();
}

export function revokeRequest(db: Db, { accountId, id }: Owned, now: Date): Promise<RequestRow | undefined> {
  return db
    .updateTable('answer_request')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<RequestRow>()
    .executeTakeFirst();
}

/** A request that is not revoked; the caller checks its end. */
export function findVisited(db: Db, id: string): Promise<VisitedRequest | undefined> {
  return db
    .selectFrom('answer_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .innerJoin('statement as s', 's.id', 'r.statement_id')
    .selectAll('r')
    .select('s.metadata')
    .select(({ eb }) => eb('a.disabled_at', 'is not', null).$castTo<boolean>().as('suspended'))
    .where('r.id', '=', id)
    .where('r.revoked_at', 'is', null)
    .where('r.proposed_by', 'is', null)
    .$castTo<VisitedRequest>()
    .executeTakeFirst();
}

export function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('answer_request').selectAll().where('id', '=', id).$castTo<RequestRow>().executeTakeFirst();
}

/** Locks it against a revocation and other visitors; undefined when it is revoked. Lock its account first. */
export function lockVisited(db: Db, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('answer_request')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .$castTo<RequestRow>()
    .executeTakeFirst();
}

export async function countOpening(db: Db, id: string): Promise<void> {
  await db
    .updateTable('answer_request')
    .set((eb) => ({ openings: eb('openings', '+', 1) }))
    .where('id', '=', id)
    .where('openings', '<', 10_000)
    .execute();
}

export async function saveAnswers(db: Db, id: string, answers: SavedAnswers): Promise<number> {
  const { version } = await db
    .updateTable('answer_request')
    .set((eb) => ({ answers: JSON.stringify(answers), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function markCertified(
  db: Db,
  id: string,
  certified: { certified_at: Date; respondent_name: string; respondent_email: string; answers: SavedAnswers },
): Promise<void> {
  await db
    .updateTable('answer_request')
    .set({ ...certified, answers: JSON.stringify(certified.answers) })
    .where('id', '=', id)
    .execute();
}

export async function markDecided(
  db: Db,
  id: string,
  decision: { accepted: boolean; decided_at: Date },
): Promise<void> {
  await db.updateTable('answer_request').set(decision).where('id', '=', id).execute();
}

export type Reminded = { id: string; account_id: number; email: string };

/** Mailed before that instant, without an answer or a reminder. */
export async function listToRemind(
  db: Db,
  { before, today, limit }: { before: Date; today: string; limit: number },
): Promise<Reminded[]> {
  return db
    .selectFrom('answer_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.id', 'r.account_id', 'r.email'])
    .where('r.email', 'is not', null)
    .where('r.reminded_at', 'is', null)
    .where('r.certified_at', 'is', null)
    .where('r.revoked_at', 'is', null)
    .where('r.created_at', '<', before)
    .where('r.expires_on', '>', today)
    .where('a.disabled_at', 'is', null)
    .orderBy('r.created_at')
    .limit(limit)
    .$castTo<Reminded>()
    .execute();
}

/** False when another worker was faster. */
export async function markReminded(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('answer_request')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('reminded_at', 'is', null)
    .where('certified_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An account's requests, oldest first. */
export function listRequestsOfAccount(db: Db, accountId: number): Promise<RequestRow[]> {
  return db
    .selectFrom('answer_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<RequestRow>()
    .execute();
}
