import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { operationsOf, readDocument } from '#test/openapi.ts';
import { callV3, createKey, createKeyOwner, createTestKey, SALE, type KeyOwner, type V3Answer } from '#test/keys.ts';

const app = sharedApp();
let owner: KeyOwner;
/** Oldest first. */
let ids: string[];

const DAY_MS = 86_400_000;
const OTHER_COMMUNE = { code_parcelle: '000-AB-0001@48095', cadastre: '000-AB-0001' };
const SEVERAL = { parcelles: ['000-AB-0001@95280', '000-AB-0007@95280'] };

beforeAll(async () => {
  owner = await createKeyOwner(app, 3);
  const { db } = app.database;
  const insert = async (days: number, draft: object = {}, renewed?: number) => {
    const at = (ago: number) => new Date(Date.now() - ago * DAY_MS);
    const { id } = await insertIssued(db, {
      accountId: owner.id,
      issuedAt: at(days),
      ...(renewed !== undefined && { renewedAt: at(renewed) }),
      draft: { ...draft, created_at: at(days) },
    });
    return `stm_${id}`;
  };
  ids = [await insert(300, {}, 10), await insert(200, OTHER_COMMUNE), await insert(100, SEVERAL), await insert(1)];
});

const list = async (query: string, key = owner.key): Promise<V3Answer> =>
  callV3(app, ['GET', `/statements${query}`], { key });
const idsIn = ({ json }: V3Answer) => (json['data'] as { id: string }[]).map(({ id }) => id);
const iso = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
const day = (ago: number) => iso(ago).slice(0, 10);
const referenceOf = async (id: string | undefined) =>
  String((await callV3(app, ['GET', `/statements/${id}`], owner)).json['reference']);

describe('GET /statements with filters → only those that meet them all, newest first', () => {
  it.each([
    ['', [3, 2, 1, 0]],
    ['?parcel=000-AB-0007@95280', [2]],
    ['?parcel=000-AB-0001@95280', [3, 2, 0]],
    ['?commune=48095', [1]],
    ['?commune=95280&status=issued', [3, 2, 0]],
    ['?status=failed', []],
    ['?status=processing', []],
    [`?created_after=${encodeURIComponent(iso(150))}`, [3, 2]],
    [`?created_before=${encodeURIComponent(iso(150))}`, [1, 0]],
    [`?created_after=${day(250)}&created_before=${day(50)}`, [2, 1]],
    [`?valid_until_before=${day(0)}`, [1]],
    [`?valid_until_before=${day(-100)}`, [2, 1]],
    ['?created_after=0000-01-01', [3, 2, 1, 0]],
    ['?created_before=0000-01-01', []],
    ['?valid_until_before=9999-12-31', [3, 2, 1, 0]],
    ['?reference=none', []],
  ] as const)('%s', async (query, found) => {
    expect(idsIn(await list(query))).toEqual(found.map((rank) => ids[rank]));
  });

  it('valid_until_before agrees with valid_until to the day', async () => {
    const { valid_until: end } = (await callV3(app, ['GET', `/statements/${ids[2]}`], owner)).json as {
      valid_until: string;
    };
    const next = new Date(Date.parse(end) + DAY_MS).toISOString().slice(0, 10);
    expect(idsIn(await list(`?valid_until_before=${end}`))).not.toContain(ids[2]);
    expect(idsIn(await list(`?valid_until_before=${next}`))).toContain(ids[2]);
  });

  it('the printed reference, of its first document too', async () => {
    const renewed = await referenceOf(ids[0]);
    expect(renewed).toMatch(/-R1$/);
    for (const reference of [renewed, renewed.replace('-R1', '')]) {
      expect(idsIn(await list(`?reference=${reference}`))).toEqual([ids[0]]);
    }
  });
});

describe('metadata', () => {
  it('given → returned, filtered by one or several keys, in both writings; not by another account', async () => {
    const one = await createKeyOwner(app, 2);
    const metadata = { reference: 'A 12/é&=', file: 'x', 'a.b': '' };
    const made = await callV3(app, ['POST', '/statements'], {
      key: one.key,
      body: { ...SALE, metadata },
      headers: { 'idempotency-key': 'etiquettes' },
    });
    expect(made.json).toMatchObject({ metadata });
    const id = made.json['id'];
    const asked = (...labels: [string, string][]) =>
      `?${labels.map(([key, value]) => `${encodeURIComponent(`metadata[${key}]`)}=${encodeURIComponent(value)}`).join('&')}`;
    for (const query of [
      asked(['reference', 'A 12/é&=']),
      asked(['reference', 'A 12/é&='], ['file', 'x']),
      asked(['a.b', '']),
      '?metadata[file]=x',
      '?metadata=file:x',
    ]) {
      expect([query, idsIn(await list(query, one.key))]).toEqual([query, [id]]);
      expect([query, idsIn(await list(query))]).toEqual([query, []]);
    }
    expect(idsIn(await list(asked(['file', 'x'], ['reference', 'B']), one.key))).toEqual([]);
    const { rows } = await app.database.query(`select data from api_event where data->'metadata'->>'file' = 'x'`, []);
    expect(rows).toEqual([{ data: expect.objectContaining({ metadata }) }]);
  });
});

describe('a statement that could not be issued', () => {
  it('is listed as failed, with its problem, also when its request is forgotten', async () => {
    const poor = await createKeyOwner(app, 1);
    const body = { ...SALE, parcels: undefined, point: undefined, address: '3 Rue du Moulin 48999 Panne-Géorisques' };
    const answer = await callV3(app, ['POST', '/statements'], {
      key: poor.key,
      body,
      headers: { 'idempotency-key': 'panne', prefer: 'wait=0' },
    });
    expect(answer.status).toBe(202);
    const { id } = answer.json;
    expect((await list('?status=processing', poor.key)).json['data']).toEqual([
      expect.objectContaining({ id, status: 'processing' }),
    ]);
    const failed = async () => (await list('?status=failed', poor.key)).json['data'];
    await expect.poll(failed, { timeout: 60_000 }).toEqual([
      expect.objectContaining({
        id,
        status: 'failed',
        failure: expect.objectContaining({ code: 'facts_not_obtained' }),
      }),
    ]);
    await app.database.query('delete from api_request where statement_id = $1', [Number(String(id).slice(4))]);
    expect(await failed()).toEqual([expect.objectContaining({ id, status: 'failed' })]);
    expect(idsIn(await list('', poor.key))).toEqual([id]);
  });
});

describe('a query that is not ours', () => {
  const KNOWN = /limit, cursor, status, reference, parcel, commune, created_after/;
  it.each([
    ['/statements?statut=issued', KNOWN],
    ['/statements?Status=issued', KNOWN],
    ['/statements?metadata[file]=x&metadata[__proto__]=y', KNOWN],
    ['/statements?__proto__=x', KNOWN],
    ['/statements?constructor=x', KNOWN],
    ['/statements?metadata[a][b]=1', KNOWN],
    ['/balance?x=1', /none/],
    ['/statements/stm_1?expand=all', /none/],
    ['/events?kind=x', /limit, cursor, type/],
  ])('%s → 400, with the parameters that exist', async (path, known) => {
    const { status, json } = await callV3(app, ['GET', path], { key: owner.key });
    expect([status, json['code']]).toEqual([400, 'invalid_input']);
    expect(json['errors']).toEqual([expect.objectContaining({ title: expect.stringMatching(known) })]);
  });

  it.each([
    '/statements?limit[a]=1',
    '/statements?metadata=a:b&metadata[c]=d',
    '/statements?metadata[a]=1&metadata[a]=2',
    `/statements?metadata[${'k'.repeat(41)}]=v`,
    '/statements?metadata[é]=v',
    '/statements?status=issued&status=failed',
    '/statements?status=draft',
    '/statements?parcel=1',
    '/statements?commune=2A',
    '/statements?created_after=hier',
    '/statements?created_after=2026-02-30',
    '/statements?valid_until_before=2026-11-01T00:00:00Z',
    `/statements?cursor=${Buffer.from('bat_12').toString('base64url')}`,
    `/statements?cursor=${Buffer.from('stm_test_12').toString('base64url')}`,
    '/statements?reference=%00',
  ])('%s → 400', async (path) => {
    const { status, json } = await callV3(app, ['GET', path], { key: owner.key });
    expect([status, json['code']]).toEqual([400, 'invalid_input']);
  });

  it.each([
    ['/statements?parcel=AB 1', '000-AB-0001@95280'],
    ['/statements?commune=Goussainville', '95280'],
    ['/statements?created_after=hier', '2026-11-01'],
    ['/statements/12', 'stm_123'],
  ])('%s → 400, with an example in both languages', async (path, example) => {
    const { json } = await callV3(app, ['GET', path], { key: owner.key });
    expect(json['errors']).toEqual([
      expect.objectContaining({
        title: `The format is not valid: write it as in "${example}".`,
        detail: `Le format de ce champ est invalide. Exemple\u00A0: «\u00A0${example}\u00A0».`,
      }),
    ]);
  });

  it('a wrong format of any text in a URL → no expression in the refusal', async () => {
    const operations = operationsOf(await readDocument(app)).filter(({ method }) => method === 'GET');
    const asked = operations.flatMap(({ path, operation: { parameters = [] } }) => {
      const texts = parameters.filter(({ in: where, schema }) => where !== 'header' && schema.pattern !== undefined);
      return texts.map(({ name, in: where }) => {
        const url = where === 'path' ? path.replace(`{${name}}`, '%5E') : `${path}?${name}=%5E`;
        return url.replaceAll(/\{(\w+)\}/g, (_, other: string) =>
          String(parameters.find((one) => one.name === other)?.schema.examples?.[0]),
        );
      });
    });
    expect(asked.length).toBeGreaterThan(10);
    for (const path of asked) {
      const { status, json } = await callV3(app, ['GET', path.replace('/api/v3', '')], { key: owner.key });
      expect([path, status, JSON.stringify(json['errors'])]).toEqual([
        path,
        400,
        expect.not.stringMatching(/pattern|\^|\$/),
      ]);
    }
  });

  it('more labels than a statement has → 400, as a query', async () => {
    const path = `/statements?${Array.from({ length: 600 }, (_, i) => `metadata[k${i}]=v`).join('&')}`;
    const { status, json } = await callV3(app, ['GET', path], { key: owner.key });
    expect([status, json['code']]).toEqual([400, 'invalid_input']);
  });

  it('thousands of unknown parameters → 400, which names twenty', async () => {
    const path = `/statements?${Array.from({ length: 1_500 }, (_, i) => `x${i}=`).join('&')}`;
    const { status, json } = await callV3(app, ['GET', path], { key: owner.key });
    expect([status, (json['errors'] as unknown[]).length]).toEqual([400, 20]);
  });
});

describe('an id of the other mode', () => {
  it('says so to either key, by every route of statements and batches', async () => {
    const person: TestAccount = await createAccount(app, 1);
    const [live, test] = [await createKey(app, person), await createTestKey(app, person)];
    const made = await callV3(app, ['POST', '/statements'], {
      key: test,
      body: SALE,
      headers: { 'idempotency-key': 'essai' },
    });
    const id = String(made.json['id']);
    expect(id).toMatch(/^stm_test_\d+$/);
    const batch = await callV3(app, ['POST', '/batches'], {
      key: test,
      body: { start: 'manual', rows: [SALE] },
      headers: { 'idempotency-key': 'lot' },
    });
    const batchId = String(batch.json['id']);
    expect(batchId).toMatch(/^bat_test_\d+$/);
    for (const part of ['', '/document.pdf', '/facts.json', '/map.geojson', '/handovers']) {
      const path = `/statements/${id}${part}`;
      const answer = await callV3(app, ['GET', path], { key: live });
      expect([path, answer.status, answer.json['code']]).toEqual([path, 404, 'id_of_other_mode']);
      const other = `/statements/stm_1${part}`;
      const reverse = await callV3(app, ['GET', other], { key: test });
      expect([other, reverse.status, reverse.json['code']]).toEqual([other, 404, 'id_of_other_mode']);
    }
    for (const [path, key] of [
      [`/batches/${batchId}/rows`, live],
      ['/batches/bat_1', test],
    ] as const) {
      const answer = await callV3(app, ['GET', path], { key });
      expect([path, answer.status, answer.json['code']]).toEqual([path, 404, 'id_of_other_mode']);
    }
    expect((await callV3(app, ['GET', `/batches/${batchId}/rows`], { key: test })).status).toBe(200);
    const listed = await list('?limit=1', test);
    expect(idsIn(listed)).toEqual([id]);
  });
});

it('a test key and a wrong method → 405, with those allowed', async () => {
  const key = await createTestKey(app, await createAccount(app));
  for (const [method, path, allowed] of [
    ['DELETE', '/balance', 'GET, HEAD, OPTIONS'],
    ['PUT', '/statements', 'GET, POST, HEAD, OPTIONS'],
    ['PATCH', '/batches/bat_test_1', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const { status, json, headers } = await callV3(app, [method, path], { key });
    expect([status, json['code'], headers.get('allow')]).toEqual([405, 'method_not_allowed', allowed]);
  }
});
