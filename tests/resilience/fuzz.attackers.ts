import { createHash, randomBytes } from 'node:crypto';
import type { Handover } from '@clairisque/contract/handovers.ts';
import type { Pool } from 'pg';
import { openAccount } from '../harness/customer.ts';
import type { Product } from '../harness/product.ts';
import { contractRoutes } from '../../server/test/contract-routes.ts';
import { askerOf, canary, type Ask, type Victim } from './fuzz.victim.ts';
import { PLACE, targetsOf } from '../../server/test/honest-calls.ts';
import type { World } from './fuzz.environment.ts';

const SESSIONS = 20_000;

/** One account with many sessions, credits, some drafts, an issued statement with a link to it, and a calendar. */
export async function attackersOf({ url }: Product, pool: Pool, { foreign }: Victim): Promise<World> {
  const first = await openAccount(pool, 5_000);
  const ask = askerOf(url, first);
  const ownIds: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const draft = { ...PLACE, adresse: 'a' };
    ownIds.push((await ask<{ erp_id: number }>('POST', '/api/v2/erp/me/create/', draft)).erp_id);
  }
  return {
    targets: targetsOf(await contractRoutes()),
    tokens: await openSessions(pool, first),
    foreign,
    ownIds,
    ownSecrets: await makeSecrets(ask, ownIds[0] ?? 0),
    typedSecret: canary('Saisi'),
  };
}

async function openSessions(pool: Pool, first: string): Promise<string[]> {
  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(20).toString('hex'));
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  await pool.query(
    `insert into api_token (account_id, token_hash, expires_at)
     select account_id, unnest($2::bytea[]), now() + interval '6 hours' from api_token where token_hash = $1`,
    [hashOf(first), tokens.map(hashOf)],
  );
  return tokens;
}

async function makeSecrets(ask: Ask, statementId: number): Promise<World['ownSecrets']> {
  await ask('PATCH', `/api/v2/erp/me/id/generate/${statementId}/`);
  const link = await ask<Handover>('POST', `/api/v2/erp/${statementId}/remises/`, { libelle: 'Essai' });
  const jeton = link.url.split('/').at(-1) ?? '';
  const visitor = { nom: 'Visiteur', email: 'visiteur@exemple.fr', recu: true };
  const { recu } = await ask<{ recu: string }>('POST', `/api/v2/remise/${jeton}/recu/`, visitor);
  const calendar = await ask<{ url: string }>('POST', '/api/v2/user/agenda/');
  return { jeton, recu, fichier: calendar.url.split('/').at(-1) ?? '', reference: link.reference };
}
