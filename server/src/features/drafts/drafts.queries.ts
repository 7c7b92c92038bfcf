import type { Draft } from '@clairisque/contract/drafts.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export function findDraft(db: Db, accountId: number): Promise<{ content: unknown; updated_at: Date } | undefined> {
  return db
    .selectFrom('statement_draft')
    .select(['content', 'updated_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** False when the account is gone, even concurrently: the lock waits for a running deletion. */
export async function upsertDraft(
  db: Db,
  draft: { accountId: number; content: Draft; updatedAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into statement_draft (account_id, content, updated_at)
    select id, ${JSON.stringify(draft.content)}::jsonb, ${draft.updatedAt}
    from account where id = ${draft.accountId} for key share
    on conflict (account_id) do update set content = excluded.content, updated_at = excluded.updated_at`.execute(db);
  return numAffectedRows !== 0n;
}

/** The account's draft, or only if it is for that parcel. */
export async function deleteDraft(
  db: Db,
  { accountId, codeParcelle }: { accountId: number; codeParcelle?: string },
): Promise<void> {
  const mine = db.deleteFrom('statement_draft').where('account_id', '=', accountId);
  const found = codeParcelle === undefined ? mine : mine.where(sql`content ->> 'code_parcelle'`, '=', codeParcelle);
  await found.execute();
}

export async function deleteDraftsBefore(db: Db, date: Date): Promise<void> {
  await db.deleteFrom('statement_draft').where('updated_at', '<', date).execute();
}

/** Unissued statements, of one account or of all; not one whose generation has begun since. */
export async function deleteUnissued(
  db: Db,
  { accountId, madeBefore, most }: { accountId: number | null; madeBefore: Date; most: number },
): Promise<void> {
  await sql`select forget_drafts(${madeBefore}, ${accountId}, ${most})`.execute(db);
}
