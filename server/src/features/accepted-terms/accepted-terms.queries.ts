import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type TextRow = { digest: string; version: string; content: Buffer };

export async function insertText(db: Db, text: TextRow & { kept_at: Date }): Promise<void> {
  await db
    .insertInto('terms_text')
    .values(text)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
}

export function findText(db: Db, digest: string): Promise<TextRow | undefined> {
  return db
    .selectFrom('terms_text')
    .select(['digest', 'version', 'content'])
    .where('digest', '=', digest)
    .executeTakeFirst();
}

export async function insertAcceptance(
  db: Db,
  acceptance: { account_id: number; digest: string; accepted_at: Date },
): Promise<void> {
  await db.insertInto('account_terms').values(acceptance).execute();
}

type AcceptanceRow = { version: string; at: Date; label: string | null; digest: string | null };

/** Those of the account and of its paid orders, oldest first. */
export async function listAcceptances(db: Db, accountId: number): Promise<AcceptanceRow[]> {
  const { rows } = await sql<AcceptanceRow>`
    select t.version, a.accepted_at as at, null as label, a.digest
    from account_terms a join terms_text t using (digest) where a.account_id = ${accountId}
    union all
    select consent_version, consented_at, label, consent_digest from purchase_order
    where account_id = ${accountId} and consent_version is not null and status = 'paid'
    order by at`.execute(db);
  return rows;
}
