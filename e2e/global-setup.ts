import { startProduct } from '../tests/harness/product.ts';

/** A temporary database needs no durability; a test run signs in more often, from one address, than users do. */
const PRODUCT_OPTIONS = { settings: { fsync: 'off' } };

/** `localhost`, as in `npm start`: browsers keep Secure cookies there. */
export function browserUrl(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** One product for all journeys, except those with failing suppliers. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct(PRODUCT_OPTIONS);
  process.env['E2E_URL'] = browserUrl(product.url);
  process.env['E2E_DATABASE_URL'] = product.databaseUrl;
  process.env['E2E_SIMULATORS_URL'] = product.simulatorsUrl;
  return product.stop;
}
