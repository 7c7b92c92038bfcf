import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { Route } from '@clairisque/contract/common/route.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { forgetOldTests } from '#features/api-keys/api-keys.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, createKey, createTestKey, ON_A_PARCEL, SALE, type V3Answer } from '#test/keys.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';

const LIVE_SOURCES = { CLAIRISQUE_SOURCES: 'live' };
/** Tables that a call with any key may change: its last use, and its limits. */
const OF_ANY_CALL = ['api_key', 'rate_limit'];

/** Real sources, which have no network here: what is answered comes from the sandbox. */
let app: TestApp;
let owner: TestAccount;
let key: string;
beforeAll(async () => {
  app = await createTestApp({ env: { ...LIVE_SOURCES, SANDBOX_URL: inject('simulatorsUrl') } });
  owner = await createAccount(app, 3);
  key = await createTestKey(app, owner);
});
afterAll(() => app.close());

let drawn = 0;
const post = (path: string, { body, as = key }: { body?: object; as?: string } = {}): Promise<V3Answer> =>
  callV3(app, ['POST', path], {
    key: as,
    headers: { 'idempotency-key': `essai-${(drawn += 1)}` },
    ...(body && { body }),
  });
const read = (path: string, as = key): Promise<V3Answer> => callV3(app, ['GET', path], { key: as });

/** A digest of each table that lists, statistics, reminders, mails, invoices and the ledger read. */
async function liveTables(): Promise<Record<string, string>> {
  const { query } = app.database;
  const listed = await query(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [OF_ANY_CALL],
  );
  const digests: Record<string, string> = {};
  for (const { name } of listed.rows as { name: string }[]) {
    const text = `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from public."${name}" t`;
    digests[name] = ((await query(text, [])).rows[0] as { digest: string }).digest;
  }
  return digests;
}

describe('a test key', () => {
  it('issues, renews, hands over, reads → no row of another table changes', async () => {
    const before = await liveTables();
    const metadata = { file: 'A-12' };
    const made = await post('/statements', { body: { ...SALE, metadata, logo: false } });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        mode: 'test',
        specimen: true,
        metadata,
        reference: expect.stringMatching(/^TEST-\d{4}-\d{6}$/),
      }),
    ]);
    const path = `/statements/${String(made.json['id'])}`;
    const renewed = await post(`${path}/renewals`);
    expect([renewed.status, renewed.json]).toEqual([
      201,
      expect.objectContaining({ mode: 'test', reference: expect.stringMatching(/^TEST-\d{4}-\d{6}-R1$/) }),
    ]);
    expect((await post(`${path}/handovers`, { body: { label: 'M. Martin' } })).json).toMatchObject({ mode: 'test' });
    expect((await post('/statements', { body: { transaction: 'sale', address: 'Goussainville' } })).status).toBe(422);
    const lists = ['/balance', '/statements', '/addresses?q=4 rue des lilas', `${path}/handovers`];
    const parcels = `/parcels?longitude=${ON_A_PARCEL.longitude}&latitude=${ON_A_PARCEL.latitude}`;
    for (const one of [...lists, parcels, path]) expect([one, (await read(one)).json['mode']]).toEqual([one, 'test']);
    for (const file of ['document.pdf', 'facts.json', 'map.geojson']) {
      expect([file, (await read(`${path}/${file}`)).status]).toEqual([file, 200]);
    }
    expect(await liveTables()).toEqual(before);
  });

  it('its document is marked on every page; its reference and its signature prove nothing', async () => {
    const { json } = await post('/statements', { body: SALE });
    const { document, reference } = json as { document: { url: string; sha256: string }; reference: string };
    const answer = await fetch(app.url + new URL(document.url).pathname, {
      headers: { authorization: `Bearer ${key}` },
    });
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(document.sha256);
    const reader = await openPdfReader();
    const pages = await reader.texts(pdf);
    reader.close();
    for (const page of pages) expect(page).toContain('SPÉCIMEN');
    expect(await call(app, ['GET', `/api/v2/verification/${reference}/`])).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('essai, sans valeur') },
    });
    const { rows } = await app.database.query(
      'select attestation, signature from sandbox.statement_edition where reference = $1',
      [reference],
    );
    const [{ attestation, signature } = { attestation: '', signature: Buffer.of() }] = rows as {
      attestation: string;
      signature: Buffer;
    }[];
    const { body } = await call(app, ['GET', '/.well-known/clairisque-keys.json']);
    const { keys } = body as { keys: JsonWebKey[] };
    const proves = keys.map((jwk) =>
      verify(null, Buffer.from(attestation), createPublicKey({ key: jwk, format: 'jwk' }), signature),
    );
    expect([attestation, proves]).toEqual([expect.stringContaining(reference), [false]]);
  });

  it('has its own balance, always the same; a live key sees nothing of it, nor it of live ones', async () => {
    const live = await createKey(app, owner);
    const { json } = await post('/statements', { body: SALE });
    expect((await read('/balance')).json).toMatchObject({ mode: 'test', credits: 1000 });
    expect((await read('/balance', live)).json).toMatchObject({ mode: 'live', credits: 3 });
    expect((await read('/statements', live)).json).toMatchObject({ mode: 'live', data: [] });
    expect((await read(`/statements/${String(json['id'])}`, live)).status).toBe(404);
    expect(
      (await read(`/statements/${String(json['id'])}`, await createTestKey(app, await createAccount(app)))).status,
    ).toBe(404);
    const { body } = await call(app, ['GET', '/api/v2/erp/me/'], { token: owner.token });
    expect(JSON.stringify(body)).not.toContain('TEST-');
  });

  it('is refused by the calls that do not say they take it', async () => {
    const closed = (await contractRoutes()).filter(({ config }: Route) => config.scope && !config.sandbox);
    for (const { method, url } of closed) {
      const answer = await callV3(app, [method, url.replace('/api/v3', '').replaceAll(/:(\w+)/g, '1')], { key });
      expect([url, answer.status]).toEqual([url, 403]);
    }
  });
});

it('test statements are deleted after 30 days with their files, and with their account', async () => {
  const person = await createPerson(app);
  const as = await createTestKey(app, person);
  const count = async () =>
    (await app.database.query('select 1 from sandbox.statement where account_id = $1', [person.id])).rows.length;
  const { json } = await post('/statements', { as, body: SALE });
  const later = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * 86_400_000) });
  await forgetOldTests(later(29));
  expect(await count()).toBe(1);
  await forgetOldTests(later(31));
  expect([await count(), (await read(`/statements/${String(json['id'])}`, as)).status]).toEqual([0, 404]);
  const { rows } = await app.database.query(
    `select jsonb_array_length(data->'keys') as files from pgboss.job where name = 'files.remove'`,
    [],
  );
  expect((rows as { files: number }[]).reduce((sum, { files }) => sum + files, 0)).toBeGreaterThanOrEqual(3);
  expect((await post('/statements', { as, body: SALE })).status).toBe(201);
  const token = await clientOf(app).sessionOf(person);
  await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
  expect(await count()).toBe(0);
});

it('without simulators beside real sources → no test key is made, and those made before are refused, in French', async () => {
  const without = await createTestApp({ database: app.database, env: LIVE_SOURCES });
  const person = await createPerson(without);
  const token = await clientOf(without).sessionOf(person);
  const body = { name: 'Essai', mode: 'test', scopes: ['read'], days: 30, current_password: PASSWORD };
  const made = await call(without, ['POST', '/api/v3/api_keys'], { token, body });
  const former = await callV3(without, ['GET', '/balance'], { key });
  await without.close();
  const detail = expect.stringContaining('Les clés d’essai ne sont pas disponibles sur ce serveur');
  expect(made).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
  expect([former.status, former.json]).toEqual([403, expect.objectContaining({ code: 'test_key_refused', detail })]);
});

it('each table of the sandbox has the columns of the other of its name', async () => {
  const columnsOf = async (schema: string) => {
    const { rows } = await app.database.query(
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as name
       from information_schema.columns where table_schema = $1
         and table_name in (select table_name from information_schema.tables where table_schema = 'sandbox')
       order by 1`,
      [schema],
    );
    return (rows as { name: string }[]).map(({ name }) => name);
  };
  expect(await columnsOf('sandbox')).toEqual(await columnsOf('public'));
});
