import { startProduct } from '../scripts/product.ts';

/** One product for all the journeys. `localhost`, as in `npm start`: browsers keep Secure cookies there. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct({ settings: { fsync: 'off' } });
  process.env['E2E_URL'] = product.url.replace('127.0.0.1', 'localhost');
  process.env['E2E_DATABASE_URL'] = product.databaseUrl;
  return product.stop;
}
