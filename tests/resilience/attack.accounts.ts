import { setTimeout as sleep } from 'node:timers/promises';
import { login, resetPassword } from '@clairisque/contract/accounts.ts';
import { createStatement, generateStatement } from '@clairisque/contract/issuance.ts';
import { info, type Part } from '../harness/report.ts';
import { openAccount } from '../harness/accounts.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import type { Pool } from 'pg';
import { draftOf, readParcel, type Point } from '../harness/customer.ts';
import { ask, type HttpClient, type Outcome } from '../harness/http.ts';
import type { Sample } from './attack.honest.ts';
import { honestFigures } from './attack.floods.ts';
import { createVisitor } from './visitor.ts';

type Site = { url: string; simulatorsUrl: string; pool: Pool };

/** A commune of the simulators where Géorisques is slow. */
const SLOW: Point = { longitude: 3.404, latitude: 44.231, address: '1 Rue du Causse 48999 Sentinelle' };
const DRAFTS = 40;
const STATEMENTS = 8;
const LOGINS = 20;

const from = (url: string, address: string, token: string | null): HttpClient => ({
  url,
  token,
  send: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', address);
    return fetch(input, { ...init, headers });
  },
});

async function sampleOf(asked: string, act: () => Promise<Outcome<unknown>>): Promise<Sample> {
  const begun = performance.now();
  const answer = await act();
  const status = answer.kind === 'ok' ? 200 : answer.kind === 'refused' ? answer.status : 0;
  return { ms: performance.now() - begun, status, asked };
}

/** One account with one credit requests forty statements of a slow place; another account goes on issuing its own. */
export async function runQueue({ url, pool }: Site): Promise<Part> {
  const places = ordinaryPlaces();
  const honest = from(url, '192.0.2.10', await openAccount(pool, 100));
  const attacker = from(url, '198.51.100.10', await openAccount(pool, 1));
  const issueAll = async (): Promise<Sample[]> => {
    const samples: Sample[] = [];
    for (let n = 0; n < STATEMENTS; n += 1) {
      const erp_id = await draft(honest, places.next().value);
      samples.push(
        await sampleOf('generate', () => ask(honest, generateStatement, { params: { erp_id }, timeoutMs: 120_000 })),
      );
    }
    return samples;
  };
  await issueAll();
  const quiet = await issueAll();
  const ids: number[] = [];
  for (let n = 0; n < DRAFTS; n += 1) ids.push(await draft(attacker, SLOW));
  const attack = keepGenerating(attacker, ids);
  const attacked = await issueAll();
  const { asked, refused } = await attack.stop();
  return {
    title: 'one account fills the queue of generations',
    notes: [
      `One account with one credit asks for ${DRAFTS} statements of a place whose source is slow, each again as soon as it is answered. Another issues ${STATEMENTS} statements one after the other.`,
    ],
    figures: [...honestFigures({ quiet, attacked }), info('attacker: asked, refused', `${asked}, ${refused}`)],
  };
}

function keepGenerating(
  attacker: HttpClient,
  ids: number[],
): { stop: () => Promise<{ asked: number; refused: number }> } {
  const counts = { asked: 0, refused: 0 };
  const over = new AbortController();
  const one = async (erp_id: number): Promise<void> => {
    while (!over.signal.aborted) {
      counts.asked += 1;
      const answer = await ask(attacker, generateStatement, { params: { erp_id }, timeoutMs: 120_000 });
      if (answer.kind === 'refused') counts.refused += 1;
      await sleep(100);
    }
  };
  const all = ids.map(one);
  return {
    stop: async () => {
      over.abort();
      await Promise.all(all);
      return counts;
    },
  };
}

async function draft(client: HttpClient, point: Point): Promise<number> {
  const parcel = await readParcel(client, point);
  if (parcel.kind !== 'ok') throw new Error(JSON.stringify(parcel));
  const created = await ask(client, createStatement, { body: draftOf(point, parcel.value) });
  if (created.kind !== 'ok') throw new Error(`no draft: ${JSON.stringify(created)}`);
  return created.value.erp_id;
}

const PASSWORD = 'Cheval-Agrafe-7-Trajet';

/** An attacker who knows an e-mail tries passwords and requests links, from another network; the owner signs in. */
export async function runLockOut({ url, simulatorsUrl }: Site): Promise<Part> {
  const email = 'proprietaire@exemple.fr';
  const owner = from(url, '192.0.2.20', null);
  await createVisitor(email, { url, simulatorsUrl, send: owner.send }).arrive();
  const attempt = (client: HttpClient, password: string) => ask(client, login, { body: { username: email, password } });
  const signIn = async (network: string): Promise<Sample[]> => {
    const samples: Sample[] = [];
    // Ten per network in fifteen minutes: two networks of the owner's.
    for (let n = 0; n < LOGINS; n += 1) {
      const client = from(url, `${network}.${n % 4}`, null);
      samples.push(await sampleOf('login', () => attempt(client, PASSWORD)));
    }
    return samples;
  };
  const quiet = await signIn('192.0.2');
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const stranger = from(url, '198.51.100.20', null);
    statuses.push((await sampleOf('login', () => attempt(stranger, 'Faux-mot-de-passe-1'))).status);
    statuses.push((await sampleOf('reset', () => ask(stranger, resetPassword, { body: { email } }))).status);
  }
  const attacked = await signIn('203.0.113');
  return {
    title: 'a known e-mail, attempts from elsewhere',
    notes: [
      'Twenty wrong passwords and twenty requests for a link from one network (decision 0009); its owner then signs in from others with the right password, without a known device.',
    ],
    figures: [
      ...honestFigures({ quiet, attacked }),
      info('attacker: refused of 40', String(statuses.filter((status) => status === 429).length)),
    ],
  };
}
