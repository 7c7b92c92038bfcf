import { afterEach, describe, expect, test } from 'vitest';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';

/** A list that holds less than its source counts would read as « none here ». */
let server: LocalServer;
afterEach(() => server.close());
const place = aPlace({ longitude: 2.376_05, latitude: 48.830_05, parcels: [aParcel(2.376, 48.83)] });
const NOT_READ = { state: 'not-obtained', reason: 'malformed' };
type Answer = object | { status: number };

async function georisques(answer: (query: URLSearchParams) => Answer) {
  server = await startLocalServer(({ url }) => {
    const found = answer(url.searchParams);
    if ('status' in found) return { status: found.status, body: '{"code":404,"message":"pas de résultat"}' };
    return { body: JSON.stringify(found) };
  });
  return createGeorisques({ baseUrl: server.baseUrl, token: null, ...supplierDeps() });
}

describe.each(['sis', 'casias', 'installations', 'cavities', 'groundMovements', 'catnat'] as const)('%s', (list) => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id_sis: `SSP${index}`,
      codeAIOT: `${index}`,
      regime: 'Autorisation',
      identifiant: `${index}`,
      code_national_catnat: `${index}`,
      libelle_risque_jo: 'Tempête',
      code_insee: '75056',
    }));
  const page = (count: number, more: object) => ({ data: rows(count), response_code: 200, ...more });

  test.each([
    ['a first page of none of the rows that it counts', () => page(0, { results: 3, total_pages: 1 })],
    ['fewer rows than it counts', (n: number) => (n === 1 ? page(2, { results: 3, total_pages: 1 }) : page(0, {}))],
    ['a second page without rows', (n: number) => page(n === 1 ? 2 : 0, { results: 4, total_pages: 2 })],
    ['a second page « not found »', (n: number) => (n === 1 ? page(2, { total_pages: 2 }) : { status: 404 })],
  ])('%s → not obtained', async (_, answer) => {
    const supplier = await georisques((query) => answer(Number(query.get('page'))));
    expect(await supplier[list](place)).toMatchObject(NOT_READ);
  });

  test.each([
    ['pages that it does not number, the last one shorter', (n: number) => page([3, 3, 1][n - 1] ?? 0, { results: 7 })],
    ['an empty page after all the rows', (n: number) => page(n === 1 ? 7 : 0, { results: 7, total_pages: 2 })],
  ])('%s → all its rows', async (_, answer) => {
    const supplier = await georisques((query) => answer(Number(query.get('page'))));
    expect(await supplier[list](place)).toMatchObject({ state: 'obtained' });
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });
});

test.each(['pprn', 'pprm', 'pprt'] as const)('%s: fewer plans than are counted → not obtained', async (family) => {
  const supplier = await georisques(() => ({ content: [], totalElements: 2 }));
  expect(await supplier.ppr(family, place)).toMatchObject(NOT_READ);
});

const features = (count: number, more: object) =>
  JSON.stringify({ features: Array.from({ length: count }, () => ({ properties: {} })), crs: null, ...more });

test.each([
  ['an empty index of the arrêtés', features(0, { numberMatched: 0 })],
  ['an index of fewer arrêtés than it counts', features(1, { numberMatched: 224 })],
])('%s → the plans near the place are not obtained', async (_, body) => {
  server = await startLocalServer(() => ({ body }));
  const plans = createNoisePlans({ baseUrl: server.baseUrl, ...supplierDeps() });
  expect(await plans.undrawn(place)).toMatchObject(NOT_READ);
});

test('noise zones left, or as many as were asked at most → not obtained', async () => {
  const zone = { geometry: aParcel(2.376, 48.83).outline, properties: { zone: 'D', code_oaci: 'LFPG' } };
  const answers = [
    { features: [], numberMatched: 1 },
    { features: Array.from({ length: 24 }, () => zone), totalFeatures: 'unknown' },
  ];
  for (const answer of answers) {
    server = await startLocalServer(() => ({ body: JSON.stringify(answer) }));
    const plans = createNoisePlans({ baseUrl: server.baseUrl, ...supplierDeps() });
    expect(await plans.zones(place)).toMatchObject(NOT_READ);
    await server.close();
  }
});

test.each([
  ['prescription-surf', 'coastlineRetreat'],
  ['info-surf', 'coastlineRetreat'],
  ['assiette-sup-s', 'planPerimeters'],
] as const)('%s with features left → not obtained', async (layer, verb) => {
  const municipality = { features: [{ properties: { insee: '75056', is_coastline: true } }] };
  server = await startLocalServer(({ url }) => {
    const isLayer = url.pathname.endsWith(layer);
    const isCommune = url.pathname.endsWith('municipality');
    return { body: isCommune ? JSON.stringify(municipality) : features(0, { numberMatched: isLayer ? 2 : 0 }) };
  });
  const urbanism = createUrbanism({ baseUrl: server.baseUrl, ...supplierDeps() });
  expect(await urbanism[verb](place)).toMatchObject(NOT_READ);
});
