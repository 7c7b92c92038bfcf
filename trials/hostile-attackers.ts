import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { openAccount } from '../bench/client.ts';
import type { Product } from '../scripts/product.ts';
import { contractRoutes } from '../server/test/contract-routes.ts';
import { canary, type Victim } from './hostile-victim.ts';
import { PLACE, targetsOf } from '../server/test/honest-calls.ts';
import type { World } from './hostile-world.ts';

const SESSIONS = 20_000;

/** One account with many sessions, credits and some drafts. */
export async function attackersOf({ url }: Product, pool: Pool, { foreign }: Victim): Promise<World> {
  const first = await openAccount(pool, 5_000);
  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(20).toString('hex'));
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  await pool.query(
    `insert into api_token (account_id, token_hash, expires_at)
     select account_id, unnest($2::bytea[]), now() + interval '6 hours' from api_token where token_hash = $1`,
    [hashOf(first), tokens.map(hashOf)],
  );
  const world = {
    targets: targetsOf(await contractRoutes()),
    tokens,
    foreign,
    ownIds: [] as number[],
    typedSecret: canary('Saisi'),
  };
  const headers = { authorization: `Token ${first}`, 'content-type': 'application/json' };
  for (let turn = 0; turn < 20; turn += 1) {
    const made = await fetch(`${url}/api/v2/erp/me/create/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...PLACE, adresse: 'a' }),
    });
    world.ownIds.push(((await made.json()) as { erp_id: number }).erp_id);
  }
  return world;
}
