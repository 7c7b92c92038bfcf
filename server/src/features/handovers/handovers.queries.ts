import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Handover, HandoverReceipt } from '#platform/db/db-types.gen.ts';

export type LinkRow = Selectable<Handover>;
export type ReceiptRow = Selectable<HandoverReceipt>;

type NewLink = Pick<
  LinkRow,
  'id' | 'account_id' | 'statement_id' | 'edition' | 'form' | 'label' | 'email' | 'created_at' | 'mailed_at'
>;

export function insertLinks(db: Db, links: NewLink[]): Promise<LinkRow[]> {
  return db.insertInto('handover').values(links).returningAll().execute();
}

export async function countLinks(db: Db, of: { statement_id: number; edition: number }): Promise<number> {
  const { count } = await db
    .selectFrom('handover')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('statement_id', '=', of.statement_id)
    .where('edition', '=', of.edition)
    .executeTakeFirstOrThrow();
  return count;
}

/** Links that an earlier call made. */
export function listMade(
  db: Db,
  { accountId, statementId, ids }: { accountId: number; statementId: number; ids: readonly string[] },
): Promise<LinkRow[]> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('statement_id', '=', statementId)
    .where('id', 'in', ids)
    .execute();
}

/** Addresses that an account has mailed since, one for each mail, in small letters. */
export async function listMailedSince(db: Db, accountId: number, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('handover')
    .select(sql<string>`lower(email)`.as('email'))
    .where('account_id', '=', accountId)
    .where('email', 'is not', null)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ email }) => email);
}

/** What became of its mail, the last time that it was told. */
export async function markMailed(
  db: Db,
  id: string,
  told: { mailed_at: Date } | { mail_failed_at: Date },
): Promise<void> {
  await db.updateTable('handover').set(told).where('id', '=', id).execute();
}

/** Newest first. */
export function listLinks(db: Db, of: { accountId: number; statementId: number }): Promise<LinkRow[]> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('statement_id', '=', of.statementId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Nothing for another user's link. */
export function revokeLink(db: Db, owned: { accountId: number; id: string }, now: Date): Promise<LinkRow[]> {
  return db
    .updateTable('handover')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .returningAll()
    .execute();
}

/** Whether its owner is blocked, and the labels of its statement. */
export type VisitedLink = LinkRow & { suspended: boolean; metadata: Record<string, string> | null };

/** A link that is not revoked; does not check the document's expiry. */
export function findLink(db: Db, id: string): Promise<VisitedLink | undefined> {
  return db
    .selectFrom('handover')
    .innerJoin('account', 'account.id', 'handover.account_id')
    .innerJoin('statement', 'statement.id', 'handover.statement_id')
    .selectAll('handover')
    .select('statement.metadata')
    .select(({ eb }) => eb('account.disabled_at', 'is not', null).$castTo<boolean>().as('suspended'))
    .where('handover.id', '=', id)
    .where('handover.revoked_at', 'is', null)
    .$castTo<VisitedLink>()
    .executeTakeFirst();
}

/**
 * Locks a link against revocation and other acknowledgements until the end of the transaction; false when it is already
 * revoked. Lock its account first.
 */
export async function lockLink(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('handover')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing beyond `most`, or when the link is gone: the lock waits for a running erasure. */
export async function insertOpening(db: Db, opening: { linkId: string; at: Date }, most: number): Promise<void> {
  await sql`
    insert into handover_opening (handover_id, opened_at)
    select kept.id, ${opening.at} from (select id from handover where id = ${opening.linkId} for key share) as kept
    where (select count(*) from handover_opening where handover_id = ${opening.linkId}) < ${most}`.execute(db);
}

/** Oldest first. */
export function listOpenings(db: Db, linkIds: string[]): Promise<{ handover_id: string; opened_at: Date }[]> {
  return db
    .selectFrom('handover_opening')
    .select(['handover_id', 'opened_at'])
    .where('handover_id', '=', sql<string>`any(${linkIds}::uuid[])`)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
}
