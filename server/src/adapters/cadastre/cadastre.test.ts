import { afterEach, expect, test } from 'vitest';
import { supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalServer } from '#tools/local-server.ts';
import { codeOf } from '#domain/geometry/place.ts';
import { createCadastre } from './cadastre.ts';

let server: LocalServer;
afterEach(() => server.close());
const at = { longitude: 2.3, latitude: 48.85 };

/** A square of about 10 m whose south-west corner is `east` and `north` units of 1e-4° from the point. */
function parcel(idu: string, [east, north]: [number, number], contenance = 100) {
  const [x, y] = [at.longitude + east / 1e4, at.latitude + north / 1e4];
  const ring = [
    [x, y],
    [x + 1e-4, y],
    [x + 1e-4, y + 1e-4],
    [x, y + 1e-4],
    [x, y],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [[ring]] };
  return { type: 'Feature', geometry, properties: { idu, nom_com: 'Paris', contenance } };
}
async function cadastre(answer: (query: URLSearchParams) => unknown[]) {
  server = await startLocalServer(({ url }) => ({
    body: JSON.stringify({ features: answer(url.searchParams), crs: null }),
  }));
  return createCadastre({ baseUrl: server.baseUrl, ...supplierDeps() });
}

test('the parcel under the point comes first, then the nearest, at most five', async () => {
  const under = parcel('75107000BQ0003', [-0.5, -0.5], 0);
  const near = [4, 2, 6, 3, 5, 1].map((east) => parcel(`75107000BQ001${east}`, [east, 0]));
  const supplier = await cadastre((query) => (query.get('geom')?.includes('Point') ? [under] : [...near, under]));
  const found = await supplier.nearby(at);
  expect(found.map(({ numero }) => numero)).toEqual(['0003', '0011', '0012', '0013', '0014']);
  expect(found[0]).toMatchObject({ prefixe: '000', section: 'BQ', commune: '75107', distance: 0, contenance: null });
  expect(found[1]?.distance).toBeCloseTo(7.3, 0);
  await supplier.nearby(at);
  expect(server.requests).toHaveLength(2);
});

test('at sea → none', async () => {
  const supplier = await cadastre(() => []);
  expect(await supplier.nearby(at)).toEqual([]);
});

test.each([
  ['000-BQ-0003@75107', { code_insee: '75056', code_arr: '107', com_abs: '000', section: 'BQ', numero: '0003' }],
  ['812-0D-0037@13203', { code_insee: '13055', code_arr: '203', com_abs: '812', section: '0D', numero: '0037' }],
  ['000-AB-0001@69382', { code_insee: '69123', code_arr: '382', com_abs: '000', section: 'AB', numero: '0001' }],
  ['000-0A-0001@2A004', { code_insee: '2A004', com_abs: '000', section: '0A', numero: '0001' }],
])('%s is queried by commune and arrondissement', async (code, expected) => {
  const [, prefix, section, number, commune] = /(.+)-(.+)-(.+)@(.+)/.exec(code) ?? [];
  const supplier = await cadastre(() => [parcel(`${commune}${prefix}${section}${number}`, [0, 0], 0)]);
  expect(await supplier.parcel(code)).toMatchObject({ commune, prefix, section, number, areaSquareMetres: null });
  expect(Object.fromEntries(server.requests[0]?.url.searchParams ?? [])).toEqual(expected);
});

test('parts of one parcel are merged, a namesake in another arrondissement is not', async () => {
  const parts = [parcel('75107000BQ0003', [0, 0]), parcel('75108000BQ0003', [0, 1]), parcel('75107000BQ0003', [3, 0])];
  const supplier = await cadastre(() => parts);
  expect((await supplier.parcel('000-BQ-0003@75107'))?.outline.coordinates).toHaveLength(2);
  expect(await supplier.parcel('000-BQ-0003@75109')).toBeNull();
});

test('an outline has the date of its answer, even when the cadastre is down', async () => {
  let now = new Date('2026-11-01T10:00:00Z');
  let status = 200;
  const features = [parcel('75107000BQ0003', [0, 0])];
  server = await startLocalServer(() => ({ status, body: JSON.stringify({ features }) }));
  const supplier = createCadastre({ baseUrl: server.baseUrl, ...supplierDeps(() => now) });
  await supplier.parcel('000-BQ-0003@75107');
  now = new Date('2026-11-20T10:00:00Z');
  status = 500;
  expect(await supplier.parcel('000-BQ-0003@75107')).toMatchObject({ obtainedAt: '2026-11-01T10:00:00.000Z' });
});

test.each(['BQ-0003@75107', '000-BQ-3@75107', '000-BQ-0003@99100', ''])(
  '%o is not a parcel, nothing is queried',
  async (code) => {
    const supplier = await cadastre(() => []);
    expect(await supplier.parcel(code)).toBeNull();
    expect(server.requests).toHaveLength(0);
  },
);

test('a response without any identifier is malformed', async () => {
  const odd = { ...parcel('75107000BQ0003', [0, 0]), properties: { gid: 1 } };
  const supplier = await cadastre(() => [odd, odd]);
  await expect(supplier.nearby(at)).rejects.toMatchObject({ reason: 'malformed' });
});

/** Drawings and identifiers that were reported, or may come. */
const ring = (...points: (number | null)[][]) => ({ type: 'Polygon', coordinates: [points] });
const ODD: [string, object][] = [
  ['no geometry', { geometry: null }],
  ['an empty ring', { geometry: { type: 'Polygon', coordinates: [[]] } }],
  ['no ring', { geometry: { type: 'MultiPolygon', coordinates: [] } }],
  ['a ring of three positions', { geometry: ring([2.3, 48.85], [2.4, 48.85], [2.3, 48.85]) }],
  ['a ring on one line', { geometry: ring([2.3, 48.85], [2.4, 48.85], [2.5, 48.85], [2.3, 48.85]) }],
  ['a collection of lines', { geometry: { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: [] }] } }], // prettier-ignore
  ['a position that is none', { geometry: ring([2.3, 48.85], [2.4, null], [2.4, 48.9], [2.3, 48.85]) }],
  ['exchanged axes', { geometry: ring([48.85, 2.3], [48.85, 2.4], [48.9, 2.4], [48.85, 2.3]) }],
  ['an identifier without its section', { properties: { idu: '75107000  0003' } }],
];

test.each(ODD)('a neighbour with %s → left out, and the sale goes on', async (_, odd) => {
  const under = parcel('75107000BQ0001', [-0.5, -0.5]);
  const neighbour = { ...parcel('75107000BQ0002', [1, 0]), ...odd };
  const supplier = await cadastre((query) => (query.get('geom')?.includes('Point') ? [under] : [under, neighbour]));
  expect((await supplier.nearby(at)).map(({ numero, distance }) => [numero, distance])).toEqual([['0001', 0]]);
  expect(await supplier.inBox(BOX, 1000)).toHaveLength(1);
  expect(await supplier.parcels(['000-BQ-0001@75107', '000-BQ-0009@75107'])).toMatchObject({
    parcels: [{ number: '0001' }],
  });
});

test.each(ODD)('the property itself with %s → refused, and no neighbour stands for it', async (_, odd) => {
  const own = { ...parcel('75107000BQ0003', [-0.5, -0.5]), ...odd };
  const neighbour = parcel('75107000BQ0002', [1, 0]);
  const isOwn = (query: URLSearchParams) => query.get('geom')?.includes('"Point"') || query.has('numero');
  const supplier = await cadastre((query) => (isOwn(query) ? [own] : [own, neighbour]));
  await expect(supplier.nearby(at)).rejects.toThrow(/^Le cadastre ne donne pas de contour lisible de la parcelle/);
  expect(await supplier.parcel('000-BQ-0003@75107')).toBeNull();
  const found = await supplier.parcels(['000-BQ-0003@75107']);
  expect(found).toEqual({ parcels: [], unknown: [], undrawn: ['000-BQ-0003@75107'] });
});

test('what is certain of a drawing is repaired: an open ring, repeated corners, an altitude, a collection', async () => {
  const [corner, ...others] = [[2.3, 48.85], [2.3001, 48.85], [2.3001, 48.8501], [2.3, 48.8501]]; // prettier-ignore
  const expected = { type: 'MultiPolygon', coordinates: [[[corner, ...others, corner]]] };
  const open = ring(corner, ...others);
  const repeated = ring(corner, corner, ...others, others.at(-1)!, corner, corner);
  const high = ring(...[corner, ...others, corner].map((point) => [...point, 35.2]));
  const collection = { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: corner }, open] };
  const withEmpty = { type: 'MultiPolygon', coordinates: [[], [[]], [[corner, ...others, corner], []]] };
  for (const geometry of [open, repeated, high, collection, withEmpty]) {
    const supplier = await cadastre(() => [{ ...parcel('75107000BQ0003', [0, 0]), geometry }]);
    expect((await supplier.parcel('000-BQ-0003@75107'))?.outline).toEqual(expected);
    await server.close();
  }
});

test('a parcel of two parts, one of which cannot be read → without an outline', async () => {
  const part = { ...parcel('75107000BQ0003', [4, 0]), geometry: null };
  const supplier = await cadastre(() => [parcel('75107000BQ0003', [0, 0]), part]);
  const found = await supplier.parcels(['000-BQ-0003@75107', '000-BQ-0004@75107']);
  expect(found.undrawn).toEqual(['000-BQ-0003@75107']);
});

test('fifty parcels of two sections → one request each, in the order of the codes', async () => {
  const section = Array.from({ length: 60 }, (_, i) => `75107000BQ${String(i + 1).padStart(4, '0')}`);
  const supplier = await cadastre((query) =>
    query.get('section') === 'BQ'
      ? section.map((idu, i) => parcel(idu, [i, 0]))
      : [parcel('75107000BR0001', [0, 9]), parcel('75107000BR0002', [0, 8])],
  );
  const codes = [
    '000-BR-0002@75107',
    ...section.slice(0, 48).map((idu) => `000-BQ-${idu.slice(10)}@75107`),
    '000-BR-0001@75107',
  ];
  const { parcels, unknown, undrawn } = await supplier.parcels(codes);
  expect(parcels.map(codeOf)).toEqual(codes);
  expect([unknown, undrawn]).toEqual([[], []]);
  expect(new Set(server.requests.map(({ url }) => url.searchParams.get('section')))).toEqual(new Set(['BQ', 'BR']));
  expect(server.requests).toHaveLength(2);
  expect(parcels[0]).toMatchObject({ obtainedAt: '2026-11-20T10:00:00.000Z', areaSquareMetres: 100 });
});

test('a section beyond a thousand parcels is read page by page', async () => {
  const supplier = await cadastre((query) => {
    const from = Number(query.get('_start') ?? 0);
    const numbers = Array.from({ length: 1200 }, (_, i) => i + 1).slice(from, from + 1000);
    return numbers.map((number) => parcel(`75107000BQ${String(number).padStart(4, '0')}`, [number, 0]));
  });
  const found = await supplier.parcels(['000-BQ-0002@75107', '000-BQ-1150@75107']);
  expect(found.parcels.map(({ number }) => number)).toEqual(['0002', '1150']);
  expect(server.requests).toHaveLength(2);
});

test('an abolished parcel, one without an outline, a namesake and no code → apart from those found', async () => {
  const undrawn = { ...parcel('75107000BQ0003', [0, 0]), geometry: null };
  const supplier = await cadastre(() => [
    parcel('75107000BQ0001', [0, 0]),
    parcel('75108000BQ0002', [1, 0]),
    undrawn,
    parcel('75107000BQ0001', [4, 0]),
  ]);
  const found = await supplier.parcels([
    '000-BQ-0001@75107',
    '000-BQ-0002@75107',
    '000-BQ-0003@75107',
    '000-BQ-9999@99100',
  ]);
  expect(found.parcels.map(({ number, outline }) => [number, outline.coordinates.length])).toEqual([['0001', 2]]);
  expect(found.unknown).toEqual(['000-BQ-0002@75107', '000-BQ-9999@99100']);
  expect(found.undrawn).toEqual(['000-BQ-0003@75107']);
});

const BOX = [2.29, 48.84, 2.31, 48.86] as const;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => parcel(`75107000BQ${String(i + 1).padStart(4, '0')}`, [i, 0]));
/** A page as the service cuts it. */
const pageOf = (all: unknown[], query: URLSearchParams) => {
  const start = Number(query.get('_start') ?? 0);
  return all.slice(start, start + Number(query.get('_limit') ?? 1000));
};

test('a box → its parcels page by page, once each, without the undrawn ones, asked for once a day', async () => {
  const undrawn = { ...parcel('75107000BQ9999', [0, 0]), geometry: null };
  const all = [...numbered(600), undrawn, parcel('75107000BQ0001', [0, 5])];
  const supplier = await cadastre((query) => pageOf(all, query));
  const found = await supplier.inBox(BOX, 1000);
  expect(found).toHaveLength(600);
  expect(found?.[0]).toMatchObject({ number: '0001' });
  expect(found?.[0]?.outline.coordinates).toHaveLength(2);
  expect(server.requests.map(({ url }) => url.searchParams.get('_start'))).toEqual([null, '500']);
  await supplier.inBox(BOX, 1000);
  expect(server.requests).toHaveLength(2);
});

test('a box with more parcels than the cap → none, after the page that shows it', async () => {
  const supplier = await cadastre((query) => pageOf(numbered(4000), query));
  expect(await supplier.inBox(BOX, 1000)).toBeNull();
  expect(server.requests).toHaveLength(3);
});
