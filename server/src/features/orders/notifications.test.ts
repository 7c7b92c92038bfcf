import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { createAccount, type TestAccount } from '#test/app.ts';
import {
  buy,
  chargeOf,
  control,
  createShop,
  creditsOf,
  daysLater,
  lastOrder,
  order,
  payAt,
  read,
  until,
  type Shop,
} from '#test/shop.ts';
import { reconcile } from './events.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => control(shop, 'livraison', { mode: 'normale' }));
afterAll(() => shop.close());

const invoicesOf = (account: TestAccount): Promise<unknown> => read(shop, account, '/api/v2/facture/me/');
const eventsTaken = async (): Promise<number> =>
  (await shop.database.db.selectFrom('payment_event').select('id').execute()).length;
const refusals = async (): Promise<number> =>
  (
    await shop.database.db
      .selectFrom('security_event')
      .select('id')
      .where('kind', '=', 'payment_event_refused')
      .execute()
  ).length;

async function refund(account: TestAccount, amountCents?: number): Promise<void> {
  const { payment_intent_id: intent } = await lastOrder(shop, account);
  const charge = await chargeOf(shop, intent ?? '');
  await control(
    shop,
    `paiements/${charge}/rembourser`,
    amountCents === undefined ? {} : { amount: String(amountCents) },
  );
}

it.each(['fausse', 'ancienne', 'absente'])(
  'signature %s → 400, nothing written, one security event',
  async (signature) => {
    const account = await createAccount(shop);
    await control(shop, 'livraison', { mode: 'perdue' });
    const { page, sessionId } = await order(shop, account);
    await payAt(page);
    const [event] = await Array.fromAsync(shop.deps.payments.eventsSince(new Date(Date.now() - 60_000)));
    expect(event?.objectId).toBe(sessionId);
    const before = { taken: await eventsTaken(), refused: await refusals() };
    const { result } = await control(shop, `evenements/${event?.id}/envoyer`, { signature });
    expect(result).toEqual([400]);
    await until(async () => (await refusals()) === before.refused + 1);
    expect(await eventsTaken()).toBe(before.taken);
    expect(await lastOrder(shop, account)).toMatchObject({ status: 'open', paid_at: null });
  },
);

it('a body cut short or changed under a right signature → 400', async () => {
  const body = '{"id":"evt_cut","type":"checkout.session.completed","data":{"object":{"id":"cs_x"}}}';
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_simulation').update(`${time}.${body}`).digest('hex');
  const post = async (sent: string, signature: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await fetch(`${shop.url}/api/v2/stripe/webhook/`, { method: 'POST', headers, body: sent })).status;
  };
  expect(await post(body.slice(0, -1), `t=${time},v1=${v1}`)).toBe(400);
  expect(await post(body.replace('cs_x', 'cs_y'), `t=${time},v1=${v1}`)).toBe(400);
  expect(await post(body, `t=${time},v1=${v1.slice(0, 60)}`)).toBe(400);
  expect(await post(body, `t=${time},v1=${v1}`)).toBe(200);
});

it('fifty copies of one notification and twenty returns of the buyer at once → one job, one grant, one invoice', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'perdue' });
  const { page, sessionId } = await order(shop, account);
  await payAt(page);
  const [event] = await Array.fromAsync(shop.deps.payments.eventsSince(new Date(Date.now() - 60_000)));
  const returns = Array.from({ length: 20 }, () => read(shop, account, `/api/v2/stripe/session/${sessionId}/`));
  const { result } = await control(shop, `evenements/${event?.id}/envoyer`, { copies: '50' });
  expect(result).toEqual(Array.from({ length: 50 }, () => 200));
  expect(await Promise.all(returns)).toEqual(
    Array.from({ length: 20 }, () => expect.objectContaining({ etat: 'payee' }) as unknown),
  );
  const jobs = await sql`select from pgboss.job where data ->> 'objectId' = ${sessionId}`.execute(shop.database.db);
  expect(jobs.rows).toHaveLength(1);
  expect(await creditsOf(shop, account)).toBe(5);
  expect(await invoicesOf(account)).toHaveLength(1);
});

it('every notification is lost → the reconciliation grants and takes back; a second run does nothing', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'perdue' });
  const { page } = await order(shop, account, 'PA2');
  await payAt(page);
  // The buyer may still be at the page.
  await reconcile({ ...shop.deps, payments: { ...shop.deps.payments, eventsSince: none } });
  expect(await creditsOf(shop, account)).toBe(0);
  await reconcile({ ...daysLater(shop, 0.01), payments: { ...shop.deps.payments, eventsSince: none } });
  expect(await creditsOf(shop, account)).toBe(10);
  await refund(account);
  await reconcile(shop.deps);
  await until(async () => (await creditsOf(shop, account)) === 0);
  const taken = await eventsTaken();
  await reconcile(shop.deps);
  expect(await eventsTaken()).toBe(taken);
  const amounts = ((await invoicesOf(account)) as { montant: number }[]).map(({ montant }) => montant);
  expect(amounts.toSorted((a, b) => a - b)).toEqual([-25, 25]);
});

async function* none(): AsyncGenerator<never> {}

it.each(['double', 'inverse'])('notifications %s → one grant, one invoice, one credit note', async (mode) => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode });
  await buy(shop, account);
  await refund(account);
  await until(async () => (await creditsOf(shop, account)) === 0);
  expect(await invoicesOf(account)).toMatchObject([{ montant: -15 }, { montant: 15 }]);
});

it('a refund reported before its purchase → credits granted then taken back, invoice then credit note', async () => {
  const account = await createAccount(shop);
  await control(shop, 'livraison', { mode: 'retenue' });
  const { page, sessionId } = await order(shop, account);
  await payAt(page);
  const checkout = await shop.deps.payments.readCheckout(sessionId);
  const charge = await chargeOf(shop, checkout?.paymentId ?? '');
  await control(shop, `paiements/${charge}/rembourser`, {});
  // Newest first.
  await control(shop, 'liberer', {});
  await until(async () => ((await invoicesOf(account)) as unknown[]).length === 2);
  expect(await creditsOf(shop, account)).toBe(0);
});

it('a delayed payment succeeds after ten days, without a notification → granted by the hourly job', async () => {
  const account = await createAccount(shop);
  const { page, sessionId } = await order(shop, account);
  await fetch(`${page}/differe`, {
    method: 'POST',
    body: new URLSearchParams({ issue: 'attente' }),
    redirect: 'manual',
  });
  await until(async () => (await lastOrder(shop, account)).status === 'pending');
  await control(shop, 'livraison', { mode: 'perdue' });
  const later = daysLater(shop, 10);
  const far = { eventsMs: 0, ordersMs: 21 * 86_400_000 };
  await reconcile(later, far);
  expect(await lastOrder(shop, account)).toMatchObject({ status: 'pending' });
  await control(shop, `sessions/${sessionId}/regler`, { issue: 'succes' });
  await reconcile(later, far);
  expect(await lastOrder(shop, account)).toMatchObject({ status: 'paid' });
  expect(await creditsOf(shop, account)).toBe(5);
});

it('afterwards the ledger invariants hold', async () => {
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});
