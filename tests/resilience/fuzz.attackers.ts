import { randomBytes } from 'node:crypto';
import { acknowledgeHandover, createHandover } from '@clairisque/contract/handovers.ts';
import { renewCalendarAddress } from '@clairisque/contract/reminders.ts';
import { createStatement } from '@clairisque/contract/issuance.ts';
import type { Pool } from 'pg';
import { hashOf, insertKey, queryOf } from '../harness/accounts.ts';
import { openCustomer, type Customer } from '../harness/customer.ts';
import type { Product } from '../harness/product.ts';
import { contractRoutes } from '../../server/test/contract-routes.ts';
import { canary, type Victim } from './fuzz.victim.ts';
import { PLACE, targetsOf } from '../../server/test/honest-calls.ts';
import type { World } from './fuzz.environment.ts';

const SESSIONS = 20_000;

/** One account with many sessions, credits, some drafts, an issued statement with a link to it, and a calendar. */
export async function attackersOf({ url }: Product, pool: Pool, { foreign }: Victim): Promise<World> {
  const first = await openCustomer(pool, url, 5_000);
  const ownIds: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    ownIds.push((await first.call(createStatement, { body: { ...PLACE, adresse: 'a' } })).erp_id);
  }
  return {
    targets: targetsOf(await contractRoutes()),
    tokens: await openSessions(pool, first.token),
    keys: [await insertKey(queryOf(pool), first), await insertKey(queryOf(pool), { ...first, mode: 'test' })],
    foreign,
    ownIds,
    ownSecrets: await makeSecrets(first, ownIds[0] ?? 0),
    typedSecret: canary('Saisi'),
  };
}

async function openSessions(pool: Pool, first: string): Promise<string[]> {
  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(20).toString('hex'));
  await pool.query(
    `insert into api_token (account_id, token_hash, expires_at)
     select account_id, unnest($2::bytea[]), now() + interval '6 hours' from api_token where token_hash = $1`,
    [hashOf(first), tokens.map(hashOf)],
  );
  return tokens;
}

async function makeSecrets(customer: Customer, statementId: number): Promise<World['ownSecrets']> {
  await customer.generate(statementId);
  const link = await customer.call(createHandover, { params: { erp_id: statementId }, body: { libelle: 'Essai' } });
  const jeton = link.url.split('/').at(-1) ?? '';
  const visitor = { nom: 'Visiteur', email: 'visiteur@exemple.fr', recu: true };
  const { recu } = await customer.call(acknowledgeHandover, { params: { jeton }, body: visitor });
  const calendar = await customer.call(renewCalendarAddress);
  return { jeton, recu, fichier: calendar.url.split('/').at(-1) ?? '', reference: link.reference };
}
