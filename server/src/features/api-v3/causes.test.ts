import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, ON_A_STREET, type KeyOwner } from '#test/keys.ts';

/** One cause has one code, by whatever door a property comes in. */
const MISSING = '000-ZZ-9999@95280';
const CAUSES: Record<string, { property: object; code: string }> = {
  'a parcel that the cadastre lacks': { property: { parcels: [MISSING] }, code: 'parcel_not_found' },
  'the same beside a good one': { property: { parcels: ['000-AB-0001@95280', MISSING] }, code: 'parcel_not_found' },
  'the same with its address': {
    property: { address: '4 Rue des Lilas 95190 Goussainville', parcels: ['000-AB-0001@95280', MISSING] },
    code: 'parcel_not_found',
  },
  'the same with a point': {
    property: { point: { longitude: 2.4747, latitude: 49.0327 }, parcels: ['000-AB-0001@95280', MISSING] },
    code: 'parcel_not_found',
  },
  'a parcel without outline': { property: { parcels: ['000-AA-0122@48956'] }, code: 'parcel_not_found' },
  'a point on a parcel without outline': {
    property: { point: { longitude: 3.382, latitude: 44.324 } },
    code: 'parcel_not_found',
  },
  'parcels too far apart': { property: { parcels: ['000-AB-0001@95280', '000-AA-0122@48959'] }, code: 'invalid_input' },
  'a parcel far from its point': {
    property: { parcels: ['000-AB-0001@95280'], point: { longitude: 2.35, latitude: 48.85 } },
    code: 'invalid_input',
  },
  'a point outside France': { property: { point: { longitude: -40, latitude: 10 } }, code: 'invalid_input' },
  'a point on a street': { property: { point: ON_A_STREET }, code: 'parcel_to_choose' },
  'an unknown address': { property: { address: '95190 Goussainville' }, code: 'address_not_found' },
  'a doubtful address': { property: { address: '14 rue des Lilas 35000 Rennes' }, code: 'address_ambiguous' },
  'a silent cadastre': { property: { address: '3 Rue du Moulin 48999 Panne-Cadastre' }, code: 'source_unavailable' },
  'nothing that names it': { property: {}, code: 'invalid_input' },
  'a code that is none': { property: { parcels: ['AB'] }, code: 'invalid_input' },
};

let app: TestApp;
let owner: KeyOwner;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
  owner = await createKeyOwner(app, 1);
});
afterAll(() => app.close());

let drawn = 0;
const post = (path: string, body: object) =>
  callV3(app, ['POST', path], { key: owner.key, body, headers: { 'idempotency-key': `cause-${(drawn += 1)}` } });

const codeOf = ({ json }: { json: Record<string, unknown> }) => json['code'];

type Point = { longitude: number; latitude: number };
type AtAPoint = { property: { point: Point }; code: string };

/** A point alone, which `GET /parcels` takes too; it answers those to choose. */
const POINTS = Object.entries(CAUSES).filter(
  (cause): cause is [string, AtAPoint] =>
    Object.keys(cause[1].property).join() === 'point' && cause[1].code !== 'parcel_to_choose',
);

const readParcels = ({ point }: { point: Point }) =>
  callV3(app, ['GET', `/parcels?longitude=${point.longitude}&latitude=${point.latitude}`], { key: owner.key });

async function byMcp(tool: string, args: object): Promise<unknown> {
  const response = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
  });
  const text = await response.text();
  return /"code\\*":\\*"([a-z_]+)/.exec(text)?.[1] ?? text;
}

async function byBatch(): Promise<Record<string, unknown>> {
  const rows = Object.values(CAUSES).map(({ property }) => ({ transaction: 'sale', ...property }));
  const { status, json } = await post('/batches', { start: 'manual', rows });
  expect(status).toBe(201);
  const path = `/batches/${String(json['id'])}`;
  const read = async () => (await callV3(app, ['GET', `${path}/rows?limit=100`], owner)).json['data'];
  const undecided = async () =>
    ((await read()) as { status: string; problem: unknown }[]).filter(
      ({ status, problem }) => status === 'waiting' && problem === null,
    ).length;
  await expect.poll(undecided, { timeout: 60_000, interval: 200 }).toBe(0);
  const found = (await read()) as { row: number; problem: { code: string } | null }[];
  return Object.fromEntries(
    Object.keys(CAUSES).map((name, index) => [name, found.find(({ row }) => row === index + 1)?.problem?.code]),
  );
}

describe.each(Object.entries(CAUSES))('%s', (_name, { property, code }) => {
  it('asked of POST /statements and /assessments → that code', async () => {
    expect(codeOf(await post('/statements', { transaction: 'sale', ...property }))).toBe(code);
    expect(codeOf(await post('/assessments', property))).toBe(code);
  });

  it('asked of the assistants’ tools → that code', async () => {
    expect(await byMcp('assess_property', property)).toBe(code);
    expect(await byMcp('quote_statement', { transaction: 'sale', ...property })).toBe(code);
  });
});

it.each(POINTS)('%s, asked of GET /parcels → its code', async (_name, { property, code }) => {
  expect(codeOf(await readParcels(property))).toBe(code);
});

it('in rows of one batch → the same codes, row by row', async () => {
  expect(await byBatch()).toEqual(Object.fromEntries(Object.entries(CAUSES).map(([name, { code }]) => [name, code])));
});
