import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { LinkRow, ReceiptRow } from './handovers.queries.ts';

type NewReceipt = Pick<ReceiptRow, 'handover_id' | 'name' | 'email' | 'acknowledged_at' | 'document_sha256'>;

/** Undefined when the link has `most` receipts already; two at once may both be the last. */
export async function insertReceipt(db: Db, receipt: NewReceipt, most: number): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into handover_receipt (handover_id, name, email, acknowledged_at, document_sha256)
    select ${receipt.handover_id}, ${receipt.name}, ${receipt.email}, ${receipt.acknowledged_at}, ${receipt.document_sha256}
    where (select count(*) from handover_receipt where handover_id = ${receipt.handover_id}) < ${most}
    returning id`.execute(db);
  return rows[0];
}

/** Oldest first. */
export function listReceiptsOf(db: Db, linkIds: string[]): Promise<ReceiptRow[]> {
  return db
    .selectFrom('handover_receipt')
    .selectAll()
    .where('handover_id', '=', sql<string>`any(${linkIds}::uuid[])`)
    .orderBy('acknowledged_at')
    .orderBy('id')
    .execute();
}

export type ReceiptOfLink = ReceiptRow & Pick<LinkRow, 'account_id' | 'statement_id' | 'edition'>;

const receipts = (db: Db) =>
  db
    .selectFrom('handover_receipt')
    .innerJoin('handover', 'handover.id', 'handover_receipt.handover_id')
    .selectAll('handover_receipt')
    .select(['handover.account_id', 'handover.statement_id', 'handover.edition']);

export function findReceipt(db: Db, id: string): Promise<ReceiptOfLink | undefined> {
  return receipts(db).where('handover_receipt.id', '=', id).executeTakeFirst();
}

/** Those of an account, oldest first. */
export function listReceiptsOfAccount(db: Db, accountId: number): Promise<ReceiptOfLink[]> {
  return receipts(db)
    .where('handover.account_id', '=', accountId)
    .orderBy('handover_receipt.acknowledged_at')
    .orderBy('handover_receipt.id')
    .execute();
}

/** Dates the first download. False when that link has no such receipt, or was revoked. */
export async function markDownloaded(
  db: Db,
  { id, linkId, now }: { id: string; linkId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('handover_receipt')
    .from('handover')
    .set((eb) => ({ downloaded_at: eb.fn.coalesce('handover_receipt.downloaded_at', eb.val(now)) }))
    .whereRef('handover.id', '=', 'handover_receipt.handover_id')
    .where('handover.id', '=', linkId)
    .where('handover.revoked_at', 'is', null)
    .where('handover_receipt.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its first file is the one that it keeps: false when it had one, or is gone with its account. */
export async function saveReceiptFile(
  db: Db,
  id: string,
  file: { file_key: string; file_sha256: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('handover_receipt')
    .set(file)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
