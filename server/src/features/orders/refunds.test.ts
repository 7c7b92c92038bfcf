import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { call, createAccount, mailsTo, type TestAccount } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import {
  buy,
  chargeOf,
  control,
  createShop,
  creditsOf,
  lastOrder,
  order,
  payAt,
  read,
  until,
  type Shop,
} from '#test/shop.ts';
import { settleRefundsAndDisputes } from './refunds.service.ts';
import { settleCheckout } from './settlement.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => control(shop, 'livraison', { mode: 'normale' }));
afterAll(() => shop.close());

type Paid = { account: TestAccount; intent: string; charge: string };

/** A pack of five credits at 15 €, paid; later notifications are sent by the test only. */
async function bought(): Promise<Paid> {
  const account = await createAccount(shop);
  await buy(shop, account);
  const { payment_intent_id: intent } = await lastOrder(shop, account);
  await control(shop, 'livraison', { mode: 'perdue' });
  return { account, intent: intent ?? '', charge: await chargeOf(shop, intent ?? '') };
}

const refund = async ({ charge }: Paid, amount?: number): Promise<string> => {
  const form = amount === undefined ? {} : { amount: String(amount) };
  return (await control(shop, `paiements/${charge}/rembourser`, form)).result.id;
};
const settle = ({ intent }: Paid): Promise<void> => settleRefundsAndDisputes(shop.deps, intent);
const withdraw = (account: TestAccount, orderId: string) =>
  call(shop, ['POST', `/api/v2/retractation/${orderId}/`], { token: account.token, body: { nom: 'A. Bien' } });

/** Amounts of its invoice and credit notes in euros, in order of creation. */
async function amountsOf({ account }: Pick<Paid, 'account'>): Promise<number[]> {
  const rows = (await read(shop, account, '/api/v2/facture/me/')) as { montant: number }[];
  return rows.map(({ montant }) => montant).toReversed();
}

async function refundedCents(intent: string): Promise<number> {
  const given = await shop.deps.payments.readRefundsAndDisputes(intent);
  return given.reduce((sum, one) => sum + (one.undone ? 0 : one.amountCents), 0);
}

it('fifteen refunds of 1 € on five credits at 15 € → all five are taken, the credit notes make 15 €', async () => {
  const paid = await bought();
  for (let euro = 1; euro <= 15; euro += 1) {
    await refund(paid, 100);
    await settle(paid);
    expect(await creditsOf(shop, paid.account)).toBe(5 - Math.round(euro / 3));
  }
  expect(await amountsOf(paid)).toEqual([15, ...Array.from({ length: 15 }, () => -1)]);
});

it('a refund that makes the balance low → one event `credits.low`; none for a refund of a balance already low', async () => {
  const paid = await bought();
  const key = await createKey(shop, paid.account);
  const low = async () => (await callV3(shop, ['GET', '/events?type=credits.low'], { key })).json['data'];
  await refund(paid, 300);
  await settle(paid);
  expect([await creditsOf(shop, paid.account), await low()]).toEqual([4, []]);
  await refund(paid, 600);
  await Promise.all([settle(paid), settle(paid)]);
  expect(await creditsOf(shop, paid.account)).toBe(2);
  const once = [expect.objectContaining({ mode: 'live', data: { credits: 2 } })];
  expect(await low()).toEqual(once);
  await refund(paid);
  await settle(paid);
  expect([await creditsOf(shop, paid.account), await low()]).toEqual([0, once]);
});

it('a failed refund → the credits are restored; repeated → taken again, under the first credit note', async () => {
  const paid = await bought();
  const failing = await refund(paid);
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(0);
  await control(shop, `remboursements/${failing}/echouer`, {});
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(5);
  await refund(paid);
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(0);
  expect(await amountsOf(paid)).toEqual([15, -15]);
});

it('a dispute won and a refund, reported concurrently → no credit is left', async () => {
  const paid = await bought();
  const { result } = await control(shop, `paiements/${paid.charge}/contester`, {});
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(0);
  await control(shop, `contestations/${result.id}/fermer`, { issue: 'won' });
  await refund(paid);
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(0);
});

it('a dispute read before it was won, and written after → the credits stay', async () => {
  const paid = await bought();
  const { result } = await control(shop, `paiements/${paid.charge}/contester`, {});
  const stale = await shop.deps.payments.readRefundsAndDisputes(paid.intent);
  await control(shop, `contestations/${result.id}/fermer`, { issue: 'won' });
  await settle(paid);
  const payments = { ...shop.deps.payments, readRefundsAndDisputes: async () => stale };
  await settleRefundsAndDisputes({ ...shop.deps, payments }, paid.intent);
  expect(await creditsOf(shop, paid.account)).toBe(5);
});

it('a page read as open before it was paid, and written after → the order stays paid', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'perdue' });
  const { page, sessionId } = await order(shop, account);
  const stale = await shop.deps.payments.readCheckout(sessionId);
  await payAt(page);
  await settleCheckout(shop.deps, sessionId);
  const payments = { ...shop.deps.payments, readCheckout: async () => stale };
  await settleCheckout({ ...shop.deps, payments }, sessionId);
  expect(await lastOrder(shop, account)).toMatchObject({ status: 'paid' });
});

it('withdrawal after a partial refund → the price of the four credits left, 15 € in all', async () => {
  const paid = await bought();
  await refund(paid, 400);
  await settle(paid);
  const { id } = await lastOrder(shop, paid.account);
  expect(await withdraw(paid.account, id)).toMatchObject({ status: 200, body: { montant: 11 } });
  await until(async () => (await refundedCents(paid.intent)) === 1500);
  expect(await creditsOf(shop, paid.account)).toBe(0);
  expect(await amountsOf(paid)).toEqual([15, -4, -11]);
});

it('withdrawal while the merchant refunds by hand → 15 € in all, once', async () => {
  const paid = await bought();
  const { id } = await lastOrder(shop, paid.account);
  await refund(paid);
  expect(await withdraw(paid.account, id)).toMatchObject({ status: 200 });
  const isPaid = async () =>
    (
      await shop.database.db
        .selectFrom('order_refund')
        .select('paid_back_at')
        .where('order_id', '=', id)
        .executeTakeFirst()
    )?.paid_back_at ?? null;
  await until(isPaid);
  await settle(paid);
  expect(await refundedCents(paid.intent)).toBe(1500);
  expect(await amountsOf(paid)).toEqual([15, -15]);
});

it('20 withdrawals of one order at once → one passes, one refund', async () => {
  const paid = await bought();
  const { id } = await lastOrder(shop, paid.account);
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(paid.account, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  await until(async () => (await refundedCents(paid.intent)) === 1500);
});

it('an account erased between its payment and its notification → invoiced, refunded, with a credit note and a mail', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'perdue' });
  const { page, sessionId } = await order(shop, account);
  await payAt(page);
  const { id } = await lastOrder(shop, account);
  await shop.database.db.deleteFrom('account').where('id', '=', account.id).execute();
  await settleCheckout(shop.deps, sessionId);
  const checkout = await shop.deps.payments.readCheckout(sessionId);
  await until(async () => (await refundedCents(checkout?.paymentId ?? '')) === 1500);
  const invoices = await shop.database.db
    .selectFrom('invoice')
    .select(['kind', 'amount_cents'])
    .where('order_id', '=', id)
    .orderBy('kind', 'desc')
    .execute();
  expect(invoices).toEqual([
    { kind: 'invoice', amount_cents: 1500 },
    { kind: 'credit_note', amount_cents: -1500 },
  ]);
  const [mail] = await mailsTo(shop, account.email);
  expect(mail?.text).toMatch(/15,00.+nous est parvenu.+Votre facture et l’avoir, numéro A-/s);
});

it('an invoice that waits for its number while the year ends in Paris → numbered and dated in the year that ends', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'perdue' });
  const { page, sessionId } = await order(shop, account);
  await payAt(page);
  let now = new Date('2027-12-31T22:59:59.900Z');
  const { db } = shop.database;
  await db.insertInto('invoice_series').values({ series: 'invoice-2027', last_number: 0 }).execute();
  const { promise: numberTaken, resolve: giveNumber } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holding = transact({ db }, async (deps) => {
    await sql`select from invoice_series where series = 'invoice-2027' for update`.execute(deps.db);
    isLocked();
    await numberTaken;
  });
  await locked;
  const settling = settleCheckout({ ...shop.deps, clock: () => now }, sessionId);
  await until(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      );
    return rows.length > 0;
  });
  now = new Date('2027-12-31T23:00:00.100Z');
  giveNumber();
  await Promise.all([holding, settling]);
  const invoice = await db
    .selectFrom('invoice')
    .select(['number', 'issued_at'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect(invoice).toEqual({ number: 'F-2027-000001', issued_at: new Date('2027-12-31T22:59:59.999Z') });
});

it('afterwards the ledger invariants hold', async () => {
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});
