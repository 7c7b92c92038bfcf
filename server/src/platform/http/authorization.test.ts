import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem, PROBLEMS } from '@clairisque/contract/common/problems.ts';
import { KEY_SCOPES, type Route } from '@clairisque/contract/common/route.ts';
import { servedAddresses } from '#test/addresses.ts';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { MATRIX, rowsOf } from '#test/authorization-matrix.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { createKey, newKey } from '#test/keys.ts';
import { clientOf, createPerson } from '#test/people.ts';
import { createShop, type Shop } from '#test/shop.ts';
import { NOTHING } from '#test/nothing.ts';
import { createOwned, type Owned } from '#test/owned.ts';

/** Open URLs outside the contract: they contain nothing of an account. */
const BESIDE = new Set(['/api/docs', '/sitemap.xml', '/robots.txt', '/.well-known/security.txt']);

const routes = await contractRoutes();
const keyOf = ({ method, url }: Route) => `${method} ${url}`;
const closed = routes.filter(({ config }) => config.access === 'required');
const [ownedRows, secretRows] = [rowsOf('owned'), rowsOf('secret')];

const CODES = {
  none: 'not_authenticated',
  unknown: 'key_invalid',
  expired: 'key_expired',
  'of a disabled account': 'key_invalid',
  'of a deleted account': 'key_invalid',
} as const;

/** One problem, in the words that the contract has for it. */
function expectProblem(
  route: Route,
  { status, headers, body }: Awaited<ReturnType<typeof call>>,
  asked: { code: keyof typeof PROBLEMS; status: number },
): void {
  const { errors: _errors, candidates: _candidates, ...problem } = Problem.parse(body);
  expect([keyOf(route), status, problem]).toEqual([
    keyOf(route),
    asked.status,
    { ...problem, ...asked, title: PROBLEMS[asked.code].title },
  ]);
  expect(headers.get('content-type')).toBe('application/problem+json');
}

const DEAD_TOKENS = ['none', 'unknown', 'expired', 'of a disabled account', 'of a deleted account'] as const;

let shop: Shop;
let owned: Owned;
let stranger: TestAccount & { key: string };
/** A session's token, and a key of API v3. */
type Credentials = { token: string; key: string };
let dead: Record<(typeof DEAD_TOKENS)[number], Credentials | undefined>;
beforeAll(async () => {
  shop = await createShop();
  owned = await createOwned(shop);
  stranger = await withKey(await createAccount(shop, 1));
  dead = {
    none: undefined,
    unknown: { token: 'f'.repeat(40), key: newKey() },
    expired: await expiredCredentials(),
    'of a disabled account': await disabledCredentials(),
    'of a deleted account': await orphanCredentials(),
  };
});
afterAll(() => shop.close());

it('every call of the contract has a row, every row a call, and closed calls require a token', () => {
  expect(gapsOf(routes)).toEqual([]);
});

it('every URL that the API serves has a row, or is listed as public', async () => {
  expect(withoutRow(await servedAddresses(shop.deps))).toEqual([]);
});

describe('the two tests above fail for', () => {
  const fake: Route = {
    method: 'GET',
    url: '/api/v2/secrets/',
    config: { access: 'none' },
    schema: { response: {} },
  };
  const [row] = routes.filter(({ url }) => url === '/api/v2/users/me/');

  it('a call added to the contract', () => {
    expect(gapsOf([...routes, fake])).toEqual(['GET /api/v2/secrets/: no row']);
  });

  it('a closed call that became open', () => {
    const opened = routes.map((route) => (route === row ? { ...row, config: { access: 'none' } as const } : route));
    expect(gapsOf(opened)).toEqual([`${row?.method} ${row?.url}: open`]);
  });

  it('a removed call', () => {
    expect(gapsOf(routes.filter((route) => route !== row))).toEqual([`${row?.method} ${row?.url}: no such call`]);
  });

  it('a URL outside the contract', async () => {
    const served = await servedAddresses(shop.deps, (app) => app.get('/metrics', async () => 'secret'));
    expect(withoutRow(served)).toEqual(['GET /metrics']);
  });
});

describe.each(DEAD_TOKENS)('token and key: %s', (kind) => {
  it(`${closed.length} closed calls → 401`, async () => {
    for (const route of closed) {
      const { method, url } = route;
      const path = url.replaceAll(/:(\w+)/g, '1');
      const credentials = dead[kind];
      const answer = await call(shop, [method, path], credentials && { token: secretFor(route, credentials) });
      expect([`${method} ${url}`, answer.status]).toEqual([`${method} ${url}`, 401]);
      if (route.config.scope !== undefined) expectProblem(route, answer, { code: CODES[kind], status: 401 });
    }
  });
});

it('a key without the scope of a call of API v3 → scope_missing, each', async () => {
  const { id: _id, ...account } = await createAccount(shop);
  for (const scope of KEY_SCOPES) {
    const others = KEY_SCOPES.filter((other) => other !== scope);
    const token = await createKey(shop, account, others);
    for (const route of closed.filter(({ config }) => config.scope === scope)) {
      const answer = await call(shop, [route.method, route.url.replaceAll(/:(\w+)/g, '1')], { token });
      expectProblem(route, answer, { code: 'scope_missing', status: 403 });
      expect((answer.body as { detail: string }).detail).toContain(`« ${scope} »`);
    }
  }
});

describe('the token of a session', () => {
  const byKey = closed.filter(({ config }) => config.scope !== undefined);
  const pathOf = ({ url }: Route) => url.replaceAll(/:(\w+)/g, '1');

  it('makes the calls of API v3 that say so, and no other', async () => {
    const open = byKey.filter(({ config }) => config.session);
    expect(open.length).toBeGreaterThan(5);
    for (const route of byKey.filter((one) => !open.includes(one))) {
      const answer = await call(shop, [route.method, pathOf(route)], { token: stranger.token });
      expectProblem(route, answer, { code: 'not_authenticated', status: 401 });
    }
    for (const route of open) {
      const { status } = await call(shop, [route.method, pathOf(route)], { token: stranger.token });
      expect([keyOf(route), status]).not.toEqual([keyOf(route), expect.toBeOneOf([401, 403])]);
    }
  });

  it.each(DEAD_TOKENS.filter((kind) => kind !== 'none'))('%s → 401 where a session may call', async (kind) => {
    for (const route of byKey.filter(({ config }) => config.session)) {
      const answer = await call(shop, [route.method, pathOf(route)], { token: dead[kind]?.token ?? '' });
      expect([keyOf(route), answer.status]).toEqual([keyOf(route), 401]);
      expectProblem(route, answer, { code: 'not_authenticated', status: 401 });
    }
  });

  it.each(ownedRows.filter(([key]) => byKey.some((route) => keyOf(route) === key && route.config.session)))(
    '%s of another account → 404',
    async (key, named) => {
      const { path, body } = named(owned);
      const [method = ''] = key.split(' ');
      const answer = await call(shop, [method, path], {
        token: stranger.token,
        ...(body !== undefined && { body }),
      });
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'not_found']);
    },
  );

  it('is needed to make, replace, revoke and list keys: a key with every right gets 403', async () => {
    const ofSessions = closed.filter(({ config, url }) => config.scope === undefined && url.startsWith('/api/v3/'));
    expect(ofSessions.length).toBe(4);
    for (const route of ofSessions) {
      const answer = await call(shop, [route.method, pathOf(route)], { token: owned.key });
      expectProblem(route, answer, { code: 'forbidden', status: 403 });
    }
  });
});

describe('a secret address', () => {
  it.each(secretRows)('%s → any bearer, with or without an account; invalid when altered', async (key, named) => {
    const method = key.split(' ')[0] ?? '';
    const { path, body } = named(owned);
    const ask = (at: string) => call(shop, [method, at], { ...(body !== undefined && { body }) });
    expect((await ask(alter(path))).status).toBe(404);
    expect((await ask(path)).status).toBeLessThan(300);
  });
});

it('public calls reveal nothing about an account, not even to its owner', async () => {
  const [edition] = await editionsOf(owned);
  const open = routes.filter((route) => route.method === 'GET' && MATRIX[keyOf(route)] === 'everybody');
  for (const { url } of open) {
    const path = url.replace(':reference', edition?.reference ?? '').replaceAll(/:(\w+)/g, '1');
    const { body } = await call(shop, ['GET', path], { token: owned.token });
    for (const mark of owned.marks)
      expect([path, JSON.stringify(body)]).toEqual([path, expect.not.stringContaining(mark)]);
  }
});

it('a notification without the payment provider’s signature → 400, from any sender', async () => {
  const path = ['POST', '/api/v2/stripe/webhook/'] as [string, string];
  const body = { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: owned.sessionId } } };
  for (const token of [undefined, owned.token]) {
    expect((await call(shop, path, { body, ...(token !== undefined && { token }) })).status).toBe(400);
  }
});

it('a secret is valid for its own purpose only', async () => {
  const tokens = [owned.handoverPath, owned.logoPath, owned.calendarPath].map(secretIn);
  const doors = ['/api/v2/remise/SECRET/', '/api/v2/user/logo/image/SECRET/', '/agenda/SECRET.ics', '/agenda/SECRET'];
  for (const [rank, token] of tokens.entries()) {
    const others = doors.filter((_, door) => Math.min(door, 2) !== rank).map((door) => door.replace('SECRET', token));
    // A visitor's acknowledgement token does not open the link itself.
    const paths = [...others, `/api/v2/remise/${owned.acknowledgement}/`];
    for (const path of paths)
      expect([path, (await call(shop, ['GET', path])).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
  }
});

describe('an object of another account', () => {
  it.each(ownedRows)('%s → 404, as for an unknown one; its owner can read it', async (key, named) => {
    const { path, body } = named(owned);
    const route = routes.find((one) => keyOf(one) === key);
    const ask = (at: string, of: Credentials) =>
      call(shop, [key.split(' ')[0] ?? '', at], {
        token: route === undefined ? '' : secretFor(route, of),
        ...(body !== undefined && { body }),
      });
    const refused = await ask(path, stranger);
    expect(refused.status).toBe(404);
    if (route?.config.scope !== undefined) expectProblem(route, refused, { code: 'not_found', status: 404 });
    const nowhere = await ask(named({ ...owned, ...NOTHING }).path, owned);
    expect([nowhere.status, withoutItsOwn(nowhere.body)]).toEqual([404, withoutItsOwn(refused.body)]);
    expect([200, 201, 204, 402, 409]).toContain((await ask(path, owned)).status);
  });

  it('a stranger’s own responses contain nothing of the owner’s', async () => {
    const reads = closed.filter((route) => route.method === 'GET' && MATRIX[keyOf(route)] === 'caller');
    const answers = await Promise.all(
      reads.map((route) => call(shop, ['GET', route.url], { token: secretFor(route, stranger) })),
    );
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(answers.length).toBeGreaterThan(8);
    for (const mark of owned.marks) expect(text).not.toContain(mark);
  });
});

it('once the account is deleted, its secret URLs are 404', async () => {
  const person = await createPerson(shop);
  const gone = await createOwned(shop, person);
  const body = { current_password: person.password };
  expect((await call(shop, ['DELETE', '/api/v2/users/me/'], { token: gone.token, body })).status).toBe(204);
  for (const [key, named] of secretRows) {
    const { path, body } = named(gone);
    const answer = await call(shop, [key.split(' ')[0] ?? '', path], { ...(body !== undefined && { body }) });
    expect([key, answer.status]).toEqual([key, 404]);
  }
});

const secretFor = ({ config }: Route, { token, key }: Credentials): string =>
  config.scope === undefined ? token : key;

const withKey = async <A extends { email: string }>(account: A): Promise<A & { key: string }> => ({
  ...account,
  key: await createKey(shop, account),
});

/** A problem without the path and the number of its request. */
function withoutItsOwn(body: unknown): unknown {
  const { instance: _path, request_id: _number, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Faults of the matrix for these calls. */
function gapsOf(calls: readonly Route[]): string[] {
  const named = new Set(calls.map(keyOf));
  const gaps = Object.keys(MATRIX).flatMap((key) => (named.has(key) ? [] : [`${key}: no such call`]));
  for (const route of calls) {
    const row = MATRIX[keyOf(route)];
    const isClosed = row === 'caller' || (typeof row === 'object' && 'owned' in row);
    if (row === undefined) gaps.push(`${keyOf(route)}: no row`);
    else if (isClosed !== (route.config.access === 'required'))
      gaps.push(`${keyOf(route)}: ${isClosed ? 'open' : 'closed'}`);
  }
  return gaps;
}

/** URLs in neither the matrix nor `BESIDE`. */
function withoutRow(addresses: string[]): string[] {
  const isBeside = (url: string): boolean => [...BESIDE].some((open) => url === open || url.startsWith(`${open}/`));
  return addresses.filter((address) => !(address in MATRIX) && !isBeside(address.split(' ')[1] ?? ''));
}

async function editionsOf({ statementId, token }: Owned): Promise<{ reference: string }[]> {
  const { body } = await call(shop, ['GET', `/api/v2/erp/${statementId}/editions/`], { token });
  return body as { reference: string }[];
}

async function expiredCredentials(): Promise<Credentials> {
  const { id, ...credentials } = await withKey(await createAccount(shop));
  const { db } = shop.database;
  const past = { expires_at: new Date(Date.now() - 1_000) };
  await db.updateTable('api_token').set(past).where('account_id', '=', id).execute();
  const space = db.selectFrom('space').select('id').where('account_id', '=', id);
  await db.updateTable('api_key').set(past).where('space_id', 'in', space).execute();
  return credentials;
}

async function disabledCredentials(): Promise<Credentials> {
  const { id, ...credentials } = await withKey(await createAccount(shop));
  await shop.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute();
  return credentials;
}

async function orphanCredentials(): Promise<Credentials> {
  const person = await createPerson(shop);
  const credentials = await withKey({ ...person, token: await clientOf(shop).sessionOf(person) });
  const body = { current_password: person.password };
  const { status } = await call(shop, ['DELETE', '/api/v2/users/me/'], { token: credentials.token, body });
  if (status !== 204) throw new Error(`deletion answered ${status}`);
  return credentials;
}

/** Changes one character of the secret, the longest run of its alphabet. */
function alter(path: string): string {
  const secret = secretIn(path);
  const middle = Math.floor(secret.length / 2);
  const other = secret[middle] === 'A' ? 'B' : 'A';
  return path.replace(secret, secret.slice(0, middle) + other + secret.slice(middle + 1));
}

function secretIn(path: string): string {
  const [secret = ''] = [...path.matchAll(/[\w-]{20,}/g)]
    .map(String)
    .toSorted((one, other) => other.length - one.length);
  return secret;
}
