import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { control, createShop, creditsOf, daysLater, lastOrder, order, payAt, type Shop } from '#test/shop.ts';
import { reconcile } from './events.service.ts';
import { settleCheckout } from './settlement.service.ts';
import { forgetOldOrders } from './orders.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.close());

const openPage = (account: TestAccount, code: string, body?: unknown) =>
  call(shop, ['POST', `/api/v2/stripe/create/session/${code}/`], {
    token: account.token,
    ...(body !== undefined && { body }),
  });
const consent = (account: TestAccount, version = TERMS_VERSION) =>
  call(shop, ['POST', '/api/v2/stripe/consents/'], {
    token: account.token,
    body: { cgv: true, execution_immediate: true, version },
  });
const DOWN = 'Une erreur est survenue lors de la création de la session de paiement.';

describe('what is ordered', () => {
  it.each([['pa1'], ['PA3'], ['UN%20'], ['%00'], ['PA1;drop']])('product code %s → 400, no order', async (code) => {
    const account = await createAccount(shop);
    expect((await openPage(account, code)).status).toBe(400);
    await expect(lastOrder(shop, account)).rejects.toThrow('no result');
  });

  it.each([
    [{ quantité: 0, duree: 'illimité' }],
    [{ quantité: -5, duree: 'illimité' }],
    [{ quantité: 1.5, duree: 'illimité' }],
    [{ quantité: '1,5', duree: 'illimité' }],
    [{ quantité: 1e21, duree: 'illimité' }],
    [{ quantité: 2 ** 53 + 2, duree: 'illimité' }],
    [{ quantité: null, duree: 'illimité' }],
    [{ quantité: [5], duree: 'illimité' }],
    [{ duree: 'illimité' }],
    [{ quantité: 100 }],
    [{ quantité: 100, duree: '0' }],
    [{ quantité: 100, duree: '1.5' }],
    [{ quantité: 1000, duree: '7' }],
    [{ quantité: 199, duree: '2' }],
    [{ quantité: 5, quantite: 500, duree: 'illimité' }],
  ])('bespoke %j → 400 with `erreur`, in the simulator as in the order', async (body) => {
    const account = await createAccount(shop);
    const refusal = { status: 400, body: { erreur: expect.any(String) as unknown } };
    expect(await openPage(account, 'PAS', body)).toMatchObject(refusal);
    expect(await call(shop, ['POST', '/api/v2/solde/simulator/'], { body })).toMatchObject(refusal);
    await expect(lastOrder(shop, account)).rejects.toThrow('no result');
  });

  it.each(['quantité'.normalize('NFC'), 'quantité'.normalize('NFD'), 'quantite'])(
    '%j as a key → ordered',
    async (key) => {
      const account = await createAccount(shop);
      expect(await openPage(account, 'PAS', { [key]: 200, duree: '2' })).toMatchObject({ status: 200 });
      expect(await lastOrder(shop, account)).toMatchObject({ credits: 200, months: 2, amount_cents: 7700 });
    },
  );

  it('a price, quantity or currency from the caller → ignored: the catalogue’s apply', async () => {
    const account = await createAccount(shop);
    const body = { amount: 1, prix: 0.01, credits: 1000, currency: 'jpy', code: 'PA5' };
    const { body: session } = await openPage(account, 'UN', body);
    const checkout = await shop.deps.payments.readCheckout((session as { url: string }).url.split('/').at(-1) ?? '');
    expect(checkout).toMatchObject({ amountCents: 790, currency: 'eur' });
    expect(await lastOrder(shop, account)).toMatchObject({ credits: 1, amount_cents: 790 });
  });

  it('two tabs → two orders, each paid once: a paid page accepts no second card', async () => {
    const account = await createAccount(shop);
    const [one, two] = [await order(shop, account), await order(shop, account)];
    expect(one.sessionId).not.toBe(two.sessionId);
    expect(await payAt(one.page)).not.toBeNull();
    expect(await payAt(one.page)).toBeNull();
    await settleCheckout(shop.deps, one.sessionId);
    expect(await creditsOf(shop, account)).toBe(5);
    await payAt(two.page);
    await settleCheckout(shop.deps, two.sessionId);
    expect(await creditsOf(shop, account)).toBe(10);
  });
});

describe('what the provider answers', () => {
  it.each([[{ amount: '1' }], [{ amount: '1501' }], [{ currency: 'usd' }]])(
    'another amount or currency than the order’s, %j → nothing granted, dead-letter queue',
    async (answer) => {
      const account = await createAccount(shop);
      const { page, sessionId } = await order(shop, account);
      await control(shop, 'livraison', { mode: 'perdue' });
      await control(shop, `sessions/${sessionId}/falsifier`, answer);
      await payAt(page);
      await control(shop, 'livraison', { mode: 'normale' });
      const logged: unknown[] = [];
      const log = Object.assign(Object.create(shop.deps.log) as typeof shop.deps.log, {
        error: (context: object) => logged.push(context),
      });
      await settleCheckout({ ...shop.deps, log }, sessionId);
      expect(logged).toMatchObject([{ page: true, expectedCents: 1500 }]);
      expect(await lastOrder(shop, account)).toMatchObject({ status: 'failed', paid_at: null });
      expect(await creditsOf(shop, account)).toBe(0);
    },
  );

  it('unreachable → 502 with its sentence, no payable order left, the consent kept for the next attempt', async () => {
    const account = await createAccount(shop);
    expect(await consent(account)).toMatchObject({ status: 204 });
    // The SDK tries three times.
    await control(shop, 'pannes', { panne: 'panne', nombre: '3' });
    expect(await openPage(account, 'PA1')).toMatchObject({ status: 502, body: { detail: DOWN } });
    expect(await lastOrder(shop, account)).toMatchObject({ status: 'failed', session_id: null });
    expect(await openPage(account, 'PA1')).toMatchObject({ status: 200 });
    expect(await lastOrder(shop, account)).toMatchObject({ status: 'open', consent_version: TERMS_VERSION });
    await openPage(account, 'PA1');
    expect(await lastOrder(shop, account)).toMatchObject({ consent_version: null });
  });

  it('cut after it created the page → the same page, not a second one', async () => {
    const account = await createAccount(shop);
    await control(shop, 'pannes', { panne: 'coupure', nombre: '1' });
    const { body } = await openPage(account, 'PA1');
    const sessions = await fetch(`${shop.simulatorsUrl}/v1/checkout/sessions?limit=100`, {
      headers: { authorization: 'Bearer sk_test_simulated' },
    });
    const { data } = (await sessions.json()) as { data: { customer_email: string; url: string }[] };
    expect(data.filter((one) => one.customer_email === account.email)).toMatchObject([body]);
  });

  it('a page that was never opened, or that the provider forgot → the order expires after a day', async () => {
    const account = await createAccount(shop);
    const { sessionId } = await order(shop, account);
    const { id, ...row } = await lastOrder(shop, account);
    const { db } = shop.database;
    await db
      .insertInto('purchase_order')
      .values({ ...row, session_id: null })
      .execute();
    await db
      .updateTable('purchase_order')
      .set({ session_id: `${sessionId}x` })
      .where('id', '=', id)
      .execute();
    const far = { eventsMs: 0, ordersMs: 21 * 86_400_000 };
    const statuses = async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('purchase_order')
        .select('status')
        .where('account_id', '=', account.id)
        .execute();
      return rows.map(({ status }) => status);
    };
    await reconcile(daysLater(shop, 0.5), far);
    expect(await statuses()).toEqual(['open', 'open']);
    await reconcile(daysLater(shop, 2), far);
    expect(await statuses()).toEqual(['expired', 'expired']);
  });
});

it('an unpaid order → deleted after sixty days, not before; a paid one never', async () => {
  const account = await createAccount(shop);
  await order(shop, account);
  const { id } = await lastOrder(shop, account);
  const { db } = shop.database;
  await db.updateTable('purchase_order').set({ status: 'expired' }).where('id', '=', id).execute();
  const paid = await db.selectFrom('purchase_order').select('id').where('status', '=', 'paid').execute();
  await forgetOldOrders(daysLater(shop, 59));
  expect(await db.selectFrom('purchase_order').select('id').where('id', '=', id).execute()).toHaveLength(1);
  await forgetOldOrders(daysLater(shop, 61));
  expect(await db.selectFrom('purchase_order').select('id').where('id', '=', id).execute()).toEqual([]);
  const kept = await db
    .selectFrom('purchase_order')
    .select(['id', 'buyer_email'])
    .where('status', '=', 'paid')
    .execute();
  expect(kept.map(({ id }) => ({ id }))).toEqual(paid);
  expect(kept.filter(({ buyer_email: email }) => email === '')).toEqual([]);
});

it('consent to another version of the terms than the one in force → 400', async () => {
  const account = await createAccount(shop);
  expect(await consent(account, '2020-01-01')).toMatchObject({
    status: 400,
    body: { version: [expect.stringContaining('ont changé') as unknown] },
  });
});

it('afterwards the ledger invariants hold', async () => {
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});
