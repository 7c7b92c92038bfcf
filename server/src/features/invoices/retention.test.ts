import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetOldOrders } from '#features/orders/orders.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { until } from '#test/shop.ts';
import { forgetOldInvoices } from './invoices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const yearsAgo = (years: number): Date => new Date(Date.now() - years * 365.25 * 86_400_000);

/** An invoice of that day with its file, as issued. */
async function invoiceOf(issued: Date, number: string): Promise<{ orderId: string; key: string }> {
  const { id: account_id, email } = await createAccount(app);
  const label = 'Un crédit';
  const key = `invoices/${issued.getUTCFullYear()}/${number}.pdf`;
  const { id: order_id } = await app.database.db
    .insertInto('purchase_order')
    .values({
      account_id,
      buyer_email: email,
      product_code: 'UN',
      label,
      credits: 1,
      amount_cents: 790,
      status: 'paid',
      created_at: issued,
      paid_at: issued,
      consent_ip: '192.0.2.1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.deps.files.put(key, Buffer.from('%PDF'));
  await app.database.db
    .insertInto('invoice')
    .values({
      account_id,
      order_id,
      kind: 'invoice',
      number,
      issued_at: issued,
      label,
      amount_cents: 790,
      document: { buyer: email },
      file_key: key,
      file_sha256: 'a',
    })
    .execute();
  return { orderId: order_id, key };
}

it('after eleven years an invoice keeps its number and amount, and loses its buyer and its file; before, nothing', async () => {
  const [old, recent] = [
    await invoiceOf(yearsAgo(11.1), 'F-2015-000001'),
    await invoiceOf(yearsAgo(10.9), 'F-2015-000002'),
  ];
  await forgetOldInvoices(app.deps);
  await forgetOldOrders(app.deps);
  await until(async () => (await app.deps.files.size(old.key)) === null);
  expect(await app.deps.files.size(recent.key)).toBe(4);
  const rows = await app.database.db
    .selectFrom('invoice')
    .innerJoin('purchase_order', 'purchase_order.id', 'order_id')
    .select([
      'number',
      'invoice.amount_cents',
      'document',
      'file_key',
      'buyer_email',
      'consent_ip',
      'invoice.account_id',
    ])
    .orderBy('number')
    .execute();
  const forgotten = { document: {}, file_key: null, buyer_email: '', consent_ip: null, account_id: null };
  expect(rows).toMatchObject([
    { number: 'F-2015-000001', amount_cents: 790, ...forgotten },
    { number: 'F-2015-000002', document: { buyer: expect.stringContaining('@') }, consent_ip: '192.0.2.1' },
  ]);
});

it('the database itself refuses to change or delete one that must be kept', async () => {
  const { orderId } = await invoiceOf(yearsAgo(1), 'F-2025-000001');
  const own = app.database.db.updateTable('invoice').where('order_id', '=', orderId);
  await expect(own.set({ document: '{}' }).execute()).rejects.toThrow('never deleted');
  await expect(app.database.db.deleteFrom('invoice').where('order_id', '=', orderId).execute()).rejects.toThrow(
    'never deleted',
  );
});
