import { createSimulators } from '../../simulators/src/app.ts';
import { createCustomer, type Customer, type PaymentPage } from '../../tests/harness/customer.ts';
import { control, readStripe } from '../../tests/harness/payment.ts';
import { call, createTestApp, type TestAccount, type TestApp } from './app.ts';

export { CARDS, control, payAt } from '../../tests/harness/payment.ts';
export { until } from '../../tests/harness/until.ts';

/** The application with payments: its own payment simulator, which sends it notifications. */
export type Shop = TestApp & { simulatorsUrl: string };

export async function createShop(options: { worker: boolean } = { worker: true }): Promise<Shop> {
  const simulators = createSimulators({});
  const simulatorsUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const app = await createTestApp({ simulatorsUrl, worker: options.worker });
  const close = async (): Promise<void> => {
    await app.close();
    await simulators.close();
  };
  await control({ simulatorsUrl }, 'livraison', { url: `${app.url}/api/v2/stripe/webhook/` });
  return { ...app, simulatorsUrl, close };
}

const customerOf = ({ url }: Shop, { token }: TestAccount): Customer => createCustomer({ url, token });

/** Orders a pack and opens its payment page. */
export const order = (shop: Shop, account: TestAccount, code?: string): Promise<PaymentPage> =>
  customerOf(shop, account).order(code);

/** Orders and pays, and settles as the return page does. */
export const buy = (shop: Shop, account: TestAccount, code?: string): Promise<string> =>
  customerOf(shop, account).buy(code);

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
export async function chargeOf({ simulatorsUrl }: Pick<Shop, 'simulatorsUrl'>, intent: string): Promise<string> {
  return (await readStripe<{ latest_charge: string }>(simulatorsUrl, `payment_intents/${intent}`)).latest_charge;
}
