import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Invoice } from '#platform/db/db-types.gen.ts';

export type InvoiceRow = Selectable<Invoice>;

/** The next number of a series. The series stays locked until the end of the transaction: no gap, no duplicate. */
export async function nextNumber(db: Db, series: string): Promise<number> {
  const { last_number } = await db
    .insertInto('invoice_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql<number>`invoice_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

export async function findIssueDate(db: Db, number: string): Promise<Date | null> {
  const row = await db.selectFrom('invoice').select('issued_at').where('number', '=', number).executeTakeFirst();
  return row?.issued_at ?? null;
}

export function insertInvoice(
  db: Db,
  invoice: {
    account_id: number | null;
    order_id: string;
    kind: 'invoice' | 'credit_note';
    number: string;
    refund_id: string | null;
    issued_at: Date;
    label: string;
    amount_cents: number;
    document: string;
  },
): Promise<{ id: string }> {
  return db.insertInto('invoice').values(invoice).returning('id').executeTakeFirstOrThrow();
}

/** The invoice of an order; its credit notes refer to it. */
export function findInvoiceOfOrder(db: Db, orderId: string): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
}

export function findCreditNoteOfRefund(db: Db, refundId: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('refund_id', '=', refundId).executeTakeFirst();
}

/** Total of an order's credit notes, in positive cents. */
export async function refundedCents(db: Db, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('invoice')
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::int`.as('cents'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'credit_note')
    .executeTakeFirstOrThrow();
  return row.cents;
}

export function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findOwnInvoice(db: Db, owned: { accountId: number; id: string }): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('invoice')
    .select('id')
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .executeTakeFirst();
}

export function listInvoices(
  db: Db,
  accountId: number,
): Promise<Pick<InvoiceRow, 'id' | 'kind' | 'number' | 'label' | 'issued_at' | 'amount_cents'>[]> {
  return (
    db
      .selectFrom('invoice')
      .select(['id', 'kind', 'number', 'label', 'issued_at', 'amount_cents'])
      .where('account_id', '=', accountId)
      .orderBy('issued_at', 'desc')
      // A credit note may have its invoice's instant.
      .orderBy('kind')
      .orderBy('number', 'desc')
      .execute()
  );
}

/** Each invoice has its file, null until it is printed; `net_cents` is positive for a credit note too. */
export function listInvoiceKeys(
  db: Db,
  accountId: number,
): Promise<
  (Pick<InvoiceRow, 'id' | 'number' | 'label' | 'issued_at' | 'amount_cents' | 'file_key' | 'file_sha256'> & {
    net_cents: number;
  })[]
> {
  return db
    .selectFrom('invoice')
    .select(['id', 'number', 'label', 'issued_at', 'amount_cents', 'file_key', 'file_sha256'])
    .select(sql<number>`(document -> 'amounts' ->> 'netCents')::int`.as('net_cents'))
    .where('account_id', '=', accountId)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute();
}

/** Stores the first file only: false when there is one already. */
export async function saveFile(db: Db, id: string, file: { file_key: string; file_sha256: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoice')
    .set(file)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function downloadKey(db: Db): Promise<Buffer> {
  const row = await db
    .selectFrom('signing_key')
    .select('key')
    .where('name', '=', 'downloads')
    .executeTakeFirstOrThrow();
  return row.key;
}

/** Returns the keys of the files that no row names any more. */
export async function clearInvoicesBefore(db: Db, limit: Date): Promise<string[]> {
  const { rows } = await sql<{ file_key: string | null }>`
    update invoice set document = '{}', account_id = null, file_key = null, file_sha256 = null
    where issued_at < ${limit} and document <> '{}'
    returning old.file_key`.execute(db);
  return rows.flatMap(({ file_key: key }) => key ?? []);
}
