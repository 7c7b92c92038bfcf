import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createTestApp, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { callV3, createKey } from '#test/keys.ts';
import { GOUSSAINVILLE, issueAt } from '#test/wizard.ts';

const app = sharedApp();
let account: TestAccount;
let key: string;
let issued: string[];
beforeAll(async () => {
  account = await createAccount(app, 3);
  key = await createKey(app, account);
  // Only the first one is read.
  const another = async () => (await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date() })).id;
  const ids = [await issueAt(app, account), await another(), await another()];
  issued = ids.map((id) => `stm_${id}`);
});

const read = (path: string) => callV3(app, ['GET', path], { key });

it('GET /balance → the credits left, and each pack', async () => {
  const { status, json, headers } = await read('/balance');
  expect(status).toBe(200);
  expect(json).toMatchObject({ credits: 2, packs: [{ credits_bought: 3, credits_left: 2, expires_at: null }] });
  expect(headers.get('ratelimit-policy')).toMatch(/^"api";q=\d+;w=60$/);
  expect(headers.get('ratelimit')).toMatch(/^"api";r=\d+;t=\d+$/);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8}/);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

it('GET /statements → pages of the newest first, without a repeat or a gap', async () => {
  const first = (await read('/statements?limit=2')).json as { data: { id: string }[]; next_cursor: string };
  expect(first).toMatchObject({ has_more: true, data: [{ id: issued[2] }, { id: issued[1] }] });
  const { json: last } = await read(`/statements?limit=2&cursor=${first.next_cursor}`);
  expect(last).toMatchObject({ has_more: false, next_cursor: null, data: [{ id: issued[0] }] });
});

it('GET /statements/ID → the statement, and its files as the site gives them', async () => {
  const { json } = await read(`/statements/${issued[0]}`);
  expect(json).toMatchObject({
    status: 'issued',
    specimen: true,
    transaction: 'sale',
    address: '4 Rue des Lilas 95190 Goussainville',
    parties: { owner: 'Élodie O’Brien-Nuñez', recipient: null },
    commune: { insee_code: '95280', name: 'Goussainville' },
    failure: null,
  });
  const { document } = json as { document: { url: string; sha256: string } };
  expect(document.url).toContain(`/api/v3/statements/${issued[0]}/document.pdf`);
  const headers = { authorization: `Bearer ${key}` };
  const pdf = await fetch(`${app.url}${new URL(document.url).pathname}`, { headers });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256);
  expect((await read(`/statements/${issued[0]}/facts.json`)).json).toMatchObject({ reference: json['reference'] });
  const map = await read(`/statements/${issued[0]}/map.geojson`);
  expect(map.headers.get('content-type')).toBe('application/geo+json');
  expect(map.json).toMatchObject({ type: 'FeatureCollection' });
});

it('GET /addresses and /parcels → what the site finds, in English', async () => {
  const addresses = await read(`/addresses?q=${encodeURIComponent('4 rue des lilas goussainville')}&limit=1`);
  expect(addresses.json).toMatchObject({
    data: [
      {
        label: '4 Rue des Lilas 95190 Goussainville',
        kind: 'housenumber',
        commune: { insee_code: '95280' },
        former_commune: null,
      },
    ],
  });
  const { longitude, latitude } = GOUSSAINVILLE;
  const near = (await read(`/parcels?longitude=${longitude}&latitude=${latitude}`)).json as {
    data: { code: string; distance_metres: number }[];
  };
  expect(near.data.length).toBeGreaterThan(1);
  const codes = near.data.slice(0, 2).map(({ code }) => code);
  const named = await read(`/parcels?codes=${codes.join(',')},000-ZZ-9999@95280`);
  expect(named.json).toMatchObject({
    data: codes.map((code) => ({ code, distance_metres: null, geometry: { type: 'MultiPolygon' } })),
    missing: ['000-ZZ-9999@95280'],
    refusal: expect.any(String),
  });
});

it('GET /addresses in a commune that merged → the former one, which tells homonyms apart', async () => {
  const { json } = await read(`/addresses?q=${encodeURIComponent('5 rue Nationale 59140 Dunkerque')}&limit=1`);
  expect(json).toMatchObject({ data: [{ former_commune: { insee_code: '59248', name: 'Fort-Mardyck' } }] });
});

describe('a refusal is a problem (RFC 9457)', () => {
  it.each([
    ['/statements/stm_999999999', 404, 'not_found'],
    ['/statements/123', 400, 'invalid_input'],
    ['/statements?limit=0', 400, 'invalid_input'],
    ['/statements?cursor=abc', 400, 'invalid_input'],
    ['/parcels', 400, 'invalid_input'],
    ['/parcels?longitude=2.4', 400, 'invalid_input'],
    ['/parcels?longitude=-40&latitude=10', 400, 'invalid_input'],
    ['/addresses', 400, 'invalid_input'],
    ['/nothing', 404, 'not_found'],
    ['/statements/%E0%A4%A', 404, 'not_found'],
  ])('GET %s → %i %s', async (path, status, code) => {
    const { json, headers, status: answered } = await read(path);
    expect([answered, headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(json).toMatchObject({
      type: `${app.deps.publicUrl}/developpeurs/erreurs#${code}`,
      title: expect.any(String),
      status,
      code,
      detail: expect.any(String),
      instance: `/api/v3${path.replace(/\?.*/, '')}`,
      request_id: headers.get('x-request-id'),
    });
  });

  it('names the value, in English and in French', async () => {
    const { json } = await read('/statements?limit=1000');
    expect(json['errors']).toEqual([
      {
        parameter: 'limit',
        title: expect.stringMatching(/<=100/),
        detail: expect.stringMatching(/inférieure ou égale/),
      },
    ]);
  });

  it('of a method → 405, with those allowed', async () => {
    const { status, headers, json } = await callV3(app, ['DELETE', '/balance'], { key });
    expect([status, json['code'], headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
  });

  it('beyond the limit of the key → 429, with the wait', async () => {
    const slow = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.01' }, database: app.database });
    const own = await createKey(app, account);
    const ask = () => callV3(slow, ['GET', '/balance'], { key: own });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const last = await ask();
    await slow.close();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect([last?.status, last?.json['code']]).toEqual([429, 'too_many_requests']);
    expect(last?.headers.get('ratelimit')).toMatch(/^"api";r=0;t=\d+$/);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('another account’s statement does not exist, whatever is asked of it', async () => {
  const stranger = await createKey(app, await createAccount(app, 1));
  for (const part of ['', '/document.pdf', '/facts.json', '/map.geojson']) {
    const { status, json } = await callV3(app, ['GET', `/statements/${issued[0]}${part}`], { key: stranger });
    expect([part, status, json['code']]).toEqual([part, 404, 'not_found']);
  }
});
