import { randomBytes } from 'node:crypto';
import { nearbyParcels, parcelCode } from '@clairisque/contract/parcels.ts';
import { hashOf, insertKey, queryOf } from '../tests/harness/accounts.ts';
import { openCustomer, type Customer, type Point } from '../tests/harness/customer.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import { atLeast, atMost, info, median, shown, timed, type Part } from '../tests/harness/report.ts';
import { openAccounts } from './accounts.ts';
import type { Bench } from './bench.ts';
import { getRequest, load } from './load.ts';

const ACCOUNTS = 50;
const STATEMENTS = 100;
const ROWS = 20;
const CONNECTIONS = 16;
const ROUNDS = 3;

/** API v3 beside the calls of the site that do the same work, in turns. */
export async function apiV3(bench: Bench): Promise<Part> {
  const issued = await issues(bench);
  const reads = await readPairs(bench);
  const times = (pick: (ratio: Ratios) => number): number => median(reads.map(pick));
  return {
    title: 'api-v3',
    notes: [
      `\`POST /statements\`, by parcel, point and address, and the wizard’s \`PATCH generate\` of a draft that exists: each once in ${issued.v3.length} communes, in turns, after a statement there that warms the same caches. Reads: ${ACCOUNTS} accounts of ${STATEMENTS} statements, ${CONNECTIONS} connections, pairs of rounds, the ratio taken pair by pair.`,
    ],
    figures: [
      atMost('POST /statements, median, to PATCH generate’s', median(issued.v3) / median(issued.v2), {
        value: 1.05,
        unit: '×',
      }),
      info('POST /statements, median', `${shown(median(issued.v3))} ms`),
      info('PATCH generate, median', `${shown(median(issued.v2))} ms`),
      atLeast(
        'requests a second of GET /balance, to v2’s profile',
        times(({ balance }) => balance),
        {
          value: 0.9,
          unit: '×',
        },
      ),
      atLeast(
        `requests a second of GET /statements?limit=${ROWS}, to v2’s list`,
        times(({ list }) => list),
        {
          value: 0.9,
          unit: '×',
        },
      ),
    ],
  };
}

type Durations = { v2: number[]; v3: number[] };

/** Each place once before, so that the same caches are warm for both. */
async function issues(bench: Bench): Promise<Durations> {
  const places = [...warmUpPlaces(), ...richPlaces()];
  const customer = await openCustomer(bench.pool, bench.product.url, 3 * places.length);
  const key = await insertKey(queryOf(bench.pool), { email: customer.email });
  const done: Durations = { v2: [], v3: [] };
  for (const [rank, place] of places.entries()) {
    const asked = { bench, customer, key, place };
    await issueV2(asked);
    const turns = [issueV2, issueV3];
    if (rank % 2 === 1) turns.reverse();
    for (const issue of turns) done[issue === issueV2 ? 'v2' : 'v3'].push(await issue(asked));
  }
  return done;
}

type Asked = { bench: Bench; customer: Customer; key: string; place: Point };

async function issueV2({ customer, place }: Asked): Promise<number> {
  const id = await customer.draft(place);
  return (await timed(() => customer.generate(id))).ms;
}

async function issueV3({ bench, customer, key, place }: Asked): Promise<number> {
  const { longitude, latitude, address } = place;
  const [parcel] = await customer.call(nearbyParcels, { params: { longitude, latitude } });
  if (parcel === undefined) throw new Error(`no parcel at ${address}`);
  const body = {
    transaction: 'sale',
    parcels: [parcelCode(parcel)],
    point: { longitude, latitude },
    address,
    parties: { owner: 'Élodie Martin-Lefèvre', recipient: 'SCI des Trois Fontaines' },
  };
  const { ms, result } = await timed(async () => {
    const answer = await fetch(`${bench.product.url}/api/v3/statements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(8).toString('hex'),
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  });
  if (result.status !== 201) throw new Error(`POST /statements → ${result.status} ${result.text}`);
  return ms;
}

type Ratios = { balance: number; list: number };

async function readPairs(bench: Bench): Promise<Ratios[]> {
  const { tokens, keys } = await fill(bench);
  const v2 = (path: string, more = ''): string[] => tokens.map((token) => getRequest(path, token, more));
  const v3 = (path: string): string[] => keys.map((key) => getRequest(`/api/v3${path}`, key));
  const rate = (requests: string[]): Promise<number> => measured(bench, requests);
  const done: Ratios[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [profile, balance] = [await rate(v2('/api/v2/user_data/me/')), await rate(v3('/balance'))];
    const window = `range: items=0-${ROWS - 1}\r\n`;
    const former = await rate(v2('/api/v2/erps/with-regeneration/', window));
    const list = await rate(v3(`/statements?limit=${ROWS}`));
    done.push({ balance: balance / profile, list: list / former });
  }
  return done;
}

async function measured({ product }: Bench, requests: string[]): Promise<number> {
  const port = Number(new URL(product.url).port);
  const done = await load({ port, requests, connections: CONNECTIONS, warmUpMs: 1_000, measuredMs: 4_000 });
  if (done.refused > 0) throw new Error(`${done.refused} answers were no success: ${requests[0]}`);
  return done.perSecond;
}

async function fill({ pool }: Bench): Promise<{ tokens: string[]; keys: string[] }> {
  const tokens = Array.from({ length: ACCOUNTS }, () => randomBytes(20).toString('hex'));
  await openAccounts(pool, { prefix: 'api-v3', tokens });
  await pool.query(
    `with owner as (select account_id, n from api_token, generate_series(1, $2) n where token_hash = any($1)), s as (
       insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
         type_de_transaction, vendeur_nom, acheteur_nom, issued_at)
       select account_id, 'issued', n || ' Rue des Lilas 95190 Goussainville', '000-AB-0001', '000-AB-0001@95280',
         'Goussainville', 49, 2, 'Vente', 'Zoé Martin', '-', now() - n * interval '1 day' from owner
       returning id, issued_at)
     insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key,
       file_sha256, facts, template_version)
     select id, 1, 'ERP-2026-V' || id, issued_at, current_date, true, 'statements/none.pdf', repeat('0', 64), '{}', '1'
     from s`,
    [tokens.map(hashOf), STATEMENTS],
  );
  await pool.query('vacuum analyze statement');
  await pool.query('vacuum analyze statement_edition');
  const emails = tokens.map((_, rank) => `api-v3-${rank + 1}@exemple.fr`);
  const keys: string[] = [];
  for (const email of emails) keys.push(await insertKey(queryOf(pool), { email }));
  return { tokens, keys };
}
