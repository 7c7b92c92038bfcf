import { afterEach, expect, test } from 'vitest';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalAnswer, LocalServer } from '#tools/local-server.ts';
import { quietFacts } from '#test/facts.ts';
import type { Fact, NoiseZone } from '#domain/risks/facts.ts';
import { assessCompulsoryRisks } from '#domain/headings/assess.ts';
import { createNoisePlans } from './noise-plans.ts';

let server: LocalServer;
afterEach(() => server.close());
const place = aPlace({ longitude: 2.4414, latitude: 48.9695 });

async function noisePlans(answer: (query: URLSearchParams) => LocalAnswer) {
  server = await startLocalServer(({ url }) => answer(url.searchParams));
  return createNoisePlans({ baseUrl: server.baseUrl, ...supplierDeps() });
}
const polygon = (west: number, areExchanged = false) => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, 48],
        [west + 1, 48],
        [west + 1, 49],
        [west, 48],
      ].map((at) => (areExchanged ? at.toReversed() : at)),
    ],
  ],
});
const zone = (properties: object, west = 2) => ({
  geometry: polygon(west),
  properties: {
    zone: 'C',
    code_oaci: 'LFMD',
    nom: 'CANNES',
    indldenext: '65',
    indldenint: '57',
    date_arret: null,
    ref_doc: null,
    ...properties,
  },
});
const features = (...all: object[]): LocalAnswer => ({ body: JSON.stringify({ features: all, crs: null }) });

test('the window is 101 pixels of 1e-4°, latitude first', async () => {
  const plans = await noisePlans(() => features());
  expect(await plans.zones(place)).toMatchObject({
    state: 'obtained',
    value: [],
    provenance: { attribution: '© DGAC' },
  });
  const query = server.requests[0]?.url.searchParams;
  expect(query?.get('BBOX')).toBe('48.964500,2.436400,48.974500,2.446400');
  expect([query?.get('WIDTH'), query?.get('I'), query?.get('CRS')]).toEqual(['101', '50', 'EPSG:4326']);
});

test.each([
  ['inverted indices', { indldenext: '70', indldenint: '65' }, { index: { kind: 'lden', low: 65, high: 70 } }],
  ['a half index', { indldenext: '50', indldenint: '56.5' }, { index: { kind: 'lden', low: 50, high: 56.5 } }],
  ['a plan before 2002', { indldenext: '78', indldenint: '84' }, { index: { kind: 'psophique', low: 78, high: 84 } }],
  ['no index', { indldenext: null, indldenint: '' }, { index: null }],
  [
    'a stale date',
    { date_arret: '1985-07-01Z', ref_doc: 'http://x/PEB_LFNA_11_04_2017.pdf' },
    { decreeDate: '2017-04-11' },
  ],
  [
    'an older document',
    { date_arret: '2020-01-02Z', ref_doc: 'http://x/PEB_LFNA_11_04_2017.pdf' },
    { decreeDate: '2020-01-02' },
  ],
  ['no date at all', { ref_doc: 'http://x/plan.pdf' }, { decreeDate: null }],
  [
    'a document whose name holds a space (LFDC)',
    { ref_doc: 'http://x/PEB_LFDC_ 28_07_1986.pdf' },
    { decreeDate: '1986-07-28', documentUrl: 'http://x/PEB_LFDC_%2028_07_1986.pdf' },
  ],
  ['no address at all', { ref_doc: 'voir la mairie' }, { documentUrl: null }],
])('%s', async (_, properties, expected) => {
  const plans = await noisePlans(() => features(zone(properties)));
  expect(await plans.zones(place)).toMatchObject({ value: [expected] });
});

test('a zone counts once with its distant parts, for each aerodrome', async () => {
  const plans = await noisePlans(() => features(zone({}), zone({}), zone({}, 4), zone({ code_oaci: 'LFPG' })));
  const fact = await plans.zones(place);
  expect(fact.state === 'obtained' && fact.value.map((one) => [one.aerodrome, one.outline.coordinates.length])).toEqual(
    [
      ['LFMD', 2],
      ['LFPG', 1],
    ],
  );
});

test('the zones of a former and of a new plan of an aerodrome are not one', async () => {
  const [former, recent] = ['1985-07-01', '2017-04-11'];
  const plans = await noisePlans(() => features(zone({ date_arret: former }), zone({ date_arret: recent }, 4)));
  const fact = await plans.zones(place);
  expect(
    fact.state === 'obtained' && fact.value.map((one) => [one.decreeDate, one.outline.coordinates.length]),
  ).toEqual([
    [former, 1],
    [recent, 1],
  ]);
});

test('a large parcel is queried at its extremities, a small one only inside', async () => {
  const plans = await noisePlans(() => features());
  await plans.zones(aPlace({ parcels: [aParcel(2.5, 48.9, 20), aParcel(2.6, 48.9, 20)] }));
  expect(server.requests).toHaveLength(2);
  await plans.zones(aPlace({ parcels: [aParcel(2.5, 48.9, 2000)] }));
  expect(server.requests.length).toBeGreaterThanOrEqual(2 + 4);
});

test.each([
  ['an XML error under a 200', { contentType: 'application/vnd.ogc.se_xml', body: '<ServiceException/>' }, 'malformed'],
  ['zones of which none has a letter', features(zone({ zone: 'E' }), zone({ zone: 'F' })), 'malformed'],
])('%s is not « no noise »', async (_, answer, reason) => {
  const plans = await noisePlans(() => answer);
  expect(await plans.zones(place)).toMatchObject({ state: 'not-obtained', reason });
});

test.each([
  ['a zone that is no letter', zone({ zone: 'E' })],
  ['no geometry', { ...zone({}), geometry: null }],
  ['a ring of two points', { ...zone({}), geometry: { type: 'Polygon', coordinates: [[[2, 48], [3, 49], [2, 48]]] } }], // prettier-ignore
  ['axes exchanged', { ...zone({}), geometry: polygon(2, true) }],
])('%s → the heading is not verified, and « yes » beside a zone that holds the property', async (_, odd) => {
  const plans = await noisePlans(() => features(odd));
  const around = { ...zone({ zone: 'D' }), geometry: polygon(2) };
  const inside = aPlace({ longitude: 2.5, latitude: 48.2 });
  const conclude = (noise: Fact<NoiseZone[]>) => assessCompulsoryRisks({ ...quietFacts(), noise }, inside).bruit;
  expect(conclude(await plans.zones(inside))).toMatchObject({ state: 'not-obtained', reason: 'unreadable' });
  await server.close();
  const both = await noisePlans(() => features(odd, around));
  const finding = conclude(await both.zones(inside));
  expect(finding).toMatchObject({ state: 'concerned', toVerify: true, details: { zones: [{ zone: 'D' }] } });
  expect(finding.sentence).toContain('une zone dont le tracé');
});

/** The index locates aerodromes by a point: some kilometres from the place, or far away. */
const indexed = (oaci: string, at: [number, number]) => ({
  geometry: { type: 'Point', coordinates: at },
  properties: { nom: `${oaci} - CAYENNE`, oaci, arrete_peb: `http://x/PEB_${oaci}_09_11_1995.pdf` },
});
const NEAR: [number, number] = [2.45, 49.05];

test.each<[string, object[], object[], object[]]>([
  [
    'an arrêté and no zone at the aerodrome: the plan is there and not drawn',
    [indexed('SOCA', NEAR), indexed('LFMD', [6.95, 43.54])],
    [zone({ code_oaci: 'LFPG' })],
    [{ aerodrome: 'SOCA', aerodromeName: 'CAYENNE', decreeDate: '1995-11-09', distanceMetres: 8973 }],
  ],
  ['an aerodrome whose zones the layer has', [indexed('SOCA', NEAR)], [zone({ code_oaci: 'SOCA' })], []],
  ['no aerodrome within fifteen kilometres', [indexed('SOCA', [3, 50])], [], []],
  ['an altitude', [indexed('SOCA', [...NEAR, 12] as never)], [], [{ aerodrome: 'SOCA', distanceMetres: 8973 }]],
  [
    'an aerodrome without a readable position: its plan may be here',
    [indexed('LFMD', [6.95, 43.54]), { ...indexed('SOCA', NEAR), geometry: null }],
    [],
    [{ aerodrome: 'SOCA', distanceMetres: null }],
  ],
])('%s', async (...[, index, drawn, expected]) => {
  const plans = await noisePlans((query) => (query.get('SERVICE') === 'WFS' ? features(...index) : features(...drawn)));
  expect(await plans.undrawn(place)).toMatchObject({
    state: 'obtained',
    value: expected,
    provenance: { source: 'geopf-peb-arretes' },
  });
});

test('a failing index, or a failing layer at the aerodrome, is not « no plan »', async () => {
  const broken: LocalAnswer = { status: 404, body: '{}' };
  const plans = await noisePlans(() => broken);
  expect(await plans.undrawn(place)).toMatchObject({ state: 'not-obtained' });
  await server.close();
  const half = await noisePlans((query) => (query.get('SERVICE') === 'WFS' ? features(indexed('SOCA', NEAR)) : broken));
  expect(await half.undrawn(place)).toMatchObject({ state: 'not-obtained' });
});
