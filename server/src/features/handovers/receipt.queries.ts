import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { LinkRow, ReceiptRow } from './handovers.queries.ts';

type NewReceipt = Pick<
  ReceiptRow,
  'handover_id' | 'edition' | 'name' | 'email' | 'acknowledged_at' | 'document_sha256' | 'short_sha256'
> & {
  /** Null: the owner is notified later, with others. */
  notified_at: Date | null;
};

/** That visitor's earlier acknowledgement of the same file under that link; e-mails are compared without case. */
export function findSameReceipt(
  db: Db,
  { handover_id, name, email, document_sha256 }: Pick<NewReceipt, 'handover_id' | 'name' | 'email' | 'document_sha256'>,
): Promise<{ id: string; acknowledged_at: Date } | undefined> {
  return db
    .selectFrom('handover_receipt')
    .select(['id', 'acknowledged_at'])
    .where('handover_id', '=', handover_id)
    .where('name', '=', name)
    .where('document_sha256', '=', document_sha256)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('acknowledged_at')
    .executeTakeFirst();
}

/** Whether the account's owner was notified of a receipt since then. */
export async function wasNotifiedSince(db: Db, accountId: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('handover_receipt')
    .innerJoin('handover', 'handover.id', 'handover_receipt.handover_id')
    .select('handover_receipt.id')
    .where('handover.account_id', '=', accountId)
    .where('handover_receipt.notified_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether that address has another receipt under the same link, whatever the name. */
export async function hasOtherReceipt(
  db: Db,
  { id, handover_id, email }: Pick<ReceiptRow, 'id' | 'handover_id' | 'email'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('handover_receipt')
    .select('id')
    .where('handover_id', '=', handover_id)
    .where('id', '<>', id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return other !== undefined;
}

/** Accounts with receipts that their owners were not notified of. */
export async function listOwnersToNotify(db: Db, limit: number): Promise<{ account_id: number; email: string }[]> {
  const { rows } = await sql<{ account_id: number; email: string }>`
    select distinct account.id as account_id, account.email from handover_receipt receipt
    join handover on handover.id = receipt.handover_id join account on account.id = handover.account_id
    where receipt.notified_at is null limit ${limit}`.execute(db);
  return rows;
}

/** Marks their receipts as notified and returns them, oldest first. */
export async function markNotified(db: Db, accountId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; acknowledged_at: Date }>`
    update handover_receipt receipt set notified_at = ${now} from handover
    where handover.id = receipt.handover_id and handover.account_id = ${accountId} and receipt.notified_at is null
    returning receipt.id, receipt.acknowledged_at`.execute(db);
  return rows.toSorted((a, b) => a.acknowledged_at.getTime() - b.acknowledged_at.getTime()).map(({ id }) => id);
}

/** Undefined when the link already has `most` receipts. Lock the link first. */
export async function insertReceipt(db: Db, receipt: NewReceipt, most: number): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into handover_receipt (handover_id, edition, name, email, acknowledged_at, document_sha256, short_sha256, notified_at)
    select ${receipt.handover_id}, ${receipt.edition}::smallint, ${receipt.name}, ${receipt.email}, ${receipt.acknowledged_at}, ${receipt.document_sha256},
      ${receipt.short_sha256}, ${receipt.notified_at}::timestamptz
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

/** `edition`: the one that was received. */
export type ReceiptOfLink = Omit<ReceiptRow, 'edition'> & Pick<LinkRow, 'account_id' | 'statement_id' | 'edition'>;

const receipts = (db: Db) =>
  db
    .selectFrom('handover_receipt')
    .innerJoin('handover', 'handover.id', 'handover_receipt.handover_id')
    .selectAll('handover_receipt')
    .select(['handover.account_id', 'handover.statement_id'])
    .select((eb) => eb.fn.coalesce('handover_receipt.edition', 'handover.edition').as('edition'))
    .$castTo<ReceiptOfLink>();

export function findReceipt(db: Db, id: string): Promise<ReceiptOfLink | undefined> {
  return receipts(db).where('handover_receipt.id', '=', id).executeTakeFirst();
}

/** Lists the receipts of an account, oldest first. */
export function listReceiptsOfAccount(db: Db, accountId: number): Promise<ReceiptOfLink[]> {
  return receipts(db)
    .where('handover.account_id', '=', accountId)
    .orderBy('handover_receipt.acknowledged_at')
    .orderBy('handover_receipt.id')
    .execute();
}

/** Column of the first download: of the file of `document_sha256`, or of the short version beside it. */
export type Download = 'downloaded_at' | 'short_downloaded_at';

/** Records the first download of a file. False when that link has no such receipt, or was revoked. */
export async function markDownloaded(
  db: Db,
  { id, linkId, file, now }: { id: string; linkId: string; file: Download; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('handover_receipt')
    .from('handover')
    .set((eb) => ({ [file]: eb.fn.coalesce(`handover_receipt.${file}`, eb.val(now)) }))
    .whereRef('handover.id', '=', 'handover_receipt.handover_id')
    .where('handover.id', '=', linkId)
    .where('handover.revoked_at', 'is', null)
    .where('handover_receipt.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the first file only: false when there is one already, or when the account is gone. */
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
