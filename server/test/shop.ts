import { createSimulators } from '../../simulators/src/app.ts';
import { call, createTestApp, type TestAccount, type TestApp } from './app.ts';

/** The application with payments: its own payment simulator, which sends it notifications. */
export type Shop = TestApp & { stripeUrl: string };

export async function createShop(options: { worker: boolean } = { worker: true }): Promise<Shop> {
  const simulators = createSimulators({});
  const simulatorsUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const app = await createTestApp({ simulatorsUrl, worker: options.worker });
  const shop = {
    ...app,
    stripeUrl: `${simulatorsUrl}/stripe`,
    close: async () => {
      await app.close();
      await simulators.close();
    },
  };
  await control(shop, 'livraison', { url: `${app.url}/api/v2/stripe/webhook/` });
  return shop;
}

/** Triggers an event at the payment simulator; returns its response. */
export async function control(shop: Pick<Shop, 'stripeUrl'>, path: string, form: Record<string, string>) {
  const response = await fetch(`${shop.stripeUrl}/controle/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`controle/${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { result: { id: string } };
}

/** Orders a pack and opens its payment page. */
export async function order(
  shop: Shop,
  account: TestAccount,
  code = 'PA1',
): Promise<{ page: string; sessionId: string }> {
  const { body } = await call(shop, ['POST', `/api/v2/stripe/create/session/${code}/`], { token: account.token });
  const page = (body as { url: string }).url;
  return { page, sessionId: page.split('/').at(-1) ?? '' };
}

export const ACCEPTED = '4242424242424242';

/** Pays at the page with a test card; returns the buyer's redirect, or null when the page stays. */
export async function payAt(page: string, number = ACCEPTED): Promise<string | null> {
  const card = { number, expiry: '12/34', code: '123', name: 'Camille Essai' };
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  return response.headers.get('location');
}

/** Orders and pays, and settles as the return page does. */
export async function buy(shop: Shop, account: TestAccount, code = 'PA1'): Promise<string> {
  const { page, sessionId } = await order(shop, account, code);
  await payAt(page);
  await call(shop, ['GET', `/api/v2/stripe/session/${sessionId}/`], { token: account.token });
  return sessionId;
}

/** Waits until `check` returns something other than null or false. */
export async function until<T>(check: () => Promise<T | null | false>, withinMs = 10_000): Promise<T> {
  for (const deadline = Date.now() + withinMs; ;) {
    const found = await check();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error('waited in vain');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The product's dependencies with a clock that many days later. */
export function daysLater({ deps }: Pick<Shop, 'deps'>, days: number): Shop['deps'] {
  return { ...deps, clock: () => new Date(Date.now() + days * 86_400_000) };
}

/** The caller's response at that path. */
export async function read(shop: Shop, account: TestAccount, path: string): Promise<unknown> {
  return (await call(shop, ['GET', path], { token: account.token })).body;
}

export async function creditsOf(shop: Shop, account: TestAccount): Promise<number> {
  return ((await read(shop, account, '/api/v2/user_data/me/')) as { nb_credits: number }).nb_credits;
}

/** The newest order of the account. */
export function lastOrder({ database }: Pick<Shop, 'database'>, account: { id: number }) {
  return database.db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
}

/** The simulator's charge of a payment. */
export async function chargeOf({ stripeUrl }: Pick<Shop, 'stripeUrl'>, paymentIntentId: string): Promise<string> {
  const url = `${stripeUrl.replace(/\/stripe$/, '')}/v1/payment_intents/${paymentIntentId}`;
  const response = await fetch(url, { headers: { authorization: 'Bearer sk_test_simulated' } });
  return ((await response.json()) as { latest_charge: string }).latest_charge;
}
