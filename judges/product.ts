import { Pool } from 'pg';
import { insertAccount, insertKey, insertSession, queryOf, type Query } from '../tests/harness/accounts.ts';
import { startProduct } from '../tests/harness/product.ts';

export type Judged = {
  url: string;
  simulatorsUrl: string;
  query: Query;
  /** One account's keys, and a session of the site. */
  keys: { test: string; live: string };
  session: string;
};

/** The real product with simulated suppliers, and an account with credits, for as long as `work` lasts. */
export async function withProduct<T>(work: (product: Judged) => Promise<T>): Promise<T> {
  const product = await startProduct({ settings: { fsync: 'off' } });
  const pool = new Pool({ connectionString: product.databaseUrl });
  try {
    const query = queryOf(pool);
    const { email } = await insertAccount(query, { credits: 1_000 });
    const keys = {
      test: await insertKey(query, { email, mode: 'test' }),
      live: await insertKey(query, { email, mode: 'live' }),
    };
    const { url, simulatorsUrl } = product;
    return await work({ url, simulatorsUrl, query, keys, session: await insertSession(query, email) });
  } finally {
    await pool.end();
    await product.stop();
  }
}
