import { randomInt } from 'node:crypto';
import type { Db } from '../src/platform/db/db.ts';
import { INVOICES } from './invoice-input.ts';

/** An invoice of a paid order, not printed yet. Returns its id. */
export async function insertInvoice(db: Db, account: { id: number; email: string }): Promise<string> {
  const at = new Date();
  const sold = { label: 'Un crédit', amount_cents: 790, account_id: account.id };
  const { id: order_id } = await db
    .insertInto('purchase_order')
    .values({ ...sold, buyer_email: account.email, product_code: 'UN', credits: 1, status: 'paid', paid_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const number = `F-2026-${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const document = JSON.stringify({ ...INVOICES['consumer'], number });
  const { id } = await db
    .insertInto('invoice')
    .values({ ...sold, order_id, kind: 'invoice', number, issued_at: at, document })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
