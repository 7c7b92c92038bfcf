import { parcelCode } from '@clairisque/contract/parcels.ts';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createCadastre } from '#adapters/cadastre/cadastre.ts';
import { placeBuildings } from '#domain/risks/buildings.ts';
import type { Place } from '#domain/geometry/place.ts';
import { aParcel, aPlace, QUICK, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalAnswer, type LocalServer } from '#tools/local-server.ts';
import { createBuildings } from './buildings.ts';

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const PARCEL = aParcel(4.836, 45.7736);
const HERE = aPlace({ longitude: 4.8361, latitude: 45.7737, parcels: [PARCEL] });

async function asked(answer: () => LocalAnswer, place = HERE, limits = {}) {
  server = await startLocalServer(answer);
  const { limits: usual, ...deps } = supplierDeps();
  const buildings = createBuildings({ baseUrl: server.baseUrl, ...deps, limits: { ...usual, ...limits } });
  return buildings.footprints(place);
}

/** The WFS wrote this row in a public file, its altitudes and its empty attributes included. */
const ROW = {
  type: 'Feature',
  id: 'batiment.18362875',
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [4.83607042, 45.77369876, 238.6],
          [4.83624813, 45.77377874, 238.6],
          [4.83615921, 45.77365949, 238.6],
          [4.83607042, 45.77369876, 238.6],
        ],
      ],
    ],
  },
  geometry_name: 'geometrie',
  properties: {
    cleabs: 'BATIMENT0000000240879442',
    nature: 'Indifférenciée',
    usage_1: 'Résidentiel',
    construction_legere: false,
    etat_de_l_objet: 'En service',
    date_creation: '2010-07-15T07:31:40.330Z',
    date_modification: '2019-03-15T08:13:01.848Z',
    date_d_apparition: '1790-01-01Z',
    date_de_confirmation: null,
    sources: null,
    identifiants_sources: '',
    precision_planimetrique: 3,
    identifiants_rnb: 'ZWHEZKQSSXSC',
  },
};
const row = (properties: object, more: object = {}): object => ({
  ...ROW,
  ...more,
  properties: { ...ROW.properties, ...properties },
});
const collection = (features: object[], more: object = {}): LocalAnswer => ({
  body: JSON.stringify({ type: 'FeatureCollection', features, numberMatched: features.length, ...more }),
});

test('a row is read whole, without its altitudes', async () => {
  const fact = await asked(() => collection([ROW, ROW]));
  expect(fact).toMatchObject({
    state: 'obtained',
    provenance: { source: 'geopf-bdtopo-batiment', attribution: 'IGN', licence: 'Licence Ouverte 2.0 (Etalab)' },
    value: [
      {
        id: 'BATIMENT0000000240879442',
        rnbIds: ['ZWHEZKQSSXSC'],
        use: 'Résidentiel',
        state: 'in-service',
        isLight: false,
        accuracyMetres: 3,
        updatedOn: '2019-03-15',
        outline: {
          coordinates: [[[[4.83607042, 45.77369876], [4.83624813, 45.77377874], expect.anything(), expect.anything()]]],
        },
      },
    ],
  });
  expect(fact).toHaveProperty('value.length', 1);
});

test.each([
  ['En projet', 'planned'],
  ['En construction', 'under-construction'],
  ['En ruine', 'ruined'],
  ['Détruit', 'demolished'],
  ['Autre', 'unknown'],
  [null, 'unknown'],
])('the state « %s » is %s', async (etat_de_l_objet, state) => {
  expect(await asked(() => collection([row({ etat_de_l_objet })]))).toMatchObject({ value: [{ state }] });
});

test.each([
  ['an unknown accuracy', { precision_planimetrique: 9999 }, { accuracyMetres: null }],
  ['no accuracy', { precision_planimetrique: null }, { accuracyMetres: null }],
  ['a light building', { construction_legere: true }, { isLight: true }],
  ['no weight', { construction_legere: null }, { isLight: false }],
  ['no RNB', { identifiants_rnb: '' }, { rnbIds: [] }],
  ['two of the RNB', { identifiants_rnb: '2NPB8CCYQ237/4S0DB1Z5CV8M' }, { rnbIds: ['2NPB8CCYQ237', '4S0DB1Z5CV8M'] }],
  ['no date', { date_creation: null, date_modification: null }, { updatedOn: null }],
  ['a confirmation', { date_de_confirmation: '2023-05-02' }, { updatedOn: '2023-05-02' }],
])('a row with %s', async (_, properties, expected) => {
  expect(await asked(() => collection([row(properties)]))).toMatchObject({ value: [expected] });
});

describe('one request', () => {
  const filterOf = (): string => server?.requests[0]?.url.searchParams.get('CQL_FILTER') ?? '';
  const boxes = (): number => filterOf().match(/\(\(/gu)?.length ?? 0;

  test('has the box of the parcel, latitude first, widened by a metre', async () => {
    await asked(() => collection([]));
    expect(filterOf()).toBe(
      'INTERSECTS(geometrie,MULTIPOLYGON(((45.77359 4.83599,45.77359 4.83621,45.77381 4.83621,45.77381 4.83599,45.77359 4.83599))))',
    );
    expect(server?.requests[0]?.url.searchParams.get('TYPENAMES')).toBe('BDTOPO_V3:batiment');
  });

  test('is enough for fifty scattered parcels, in a URL below 8 kB', async () => {
    const parcels = Array.from({ length: 50 }, (_, i) => aParcel(4.8 + i * 0.01, 45.7));
    await asked(() => collection([]), { ...HERE, parcels });
    expect(server?.requests).toHaveLength(1);
    expect([boxes(), (server?.requests[0]?.url.href.length ?? 0) < 8000]).toEqual([50, true]);
  });

  test('has one box for neighbours', async () => {
    const touching = Array.from({ length: 50 }, (_, i) => aParcel(4.8 + i * 0.0002, 45.7));
    await asked(() => collection([]), { ...HERE, parcels: touching });
    expect(boxes()).toBe(1);
  });

  test('is kept for an hour', async () => {
    server = await startLocalServer(() => collection([ROW]));
    const buildings = createBuildings({ baseUrl: server.baseUrl, ...supplierDeps() });
    expect(await buildings.footprints(HERE)).toEqual(await buildings.footprints(HERE));
    expect(server.requests).toHaveLength(1);
  });
});

describe('a response that cannot be trusted is not obtained', () => {
  const elsewhere = {
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [45.77, 4.83],
          [45.78, 4.83],
          [45.78, 4.84],
          [45.77, 4.83],
        ],
      ],
    },
  };
  test.each([
    ['axes inverted', () => collection([row({}, elsewhere)]), 'malformed'],
    ['an incomplete list', () => collection([ROW], { numberMatched: 3 }), 'malformed'],
    ['a row without geometry', () => collection([row({}, { geometry: null })]), 'malformed'],
    ['a row without key', () => collection([row({ cleabs: null })]), 'malformed'],
    ['XML under a 200', () => ({ body: '<ows:ExceptionReport/>', contentType: 'application/xml' }), 'malformed'],
    ['a 400', () => ({ status: 400, body: '<ows:ExceptionReport/>', contentType: 'application/xml' }), 'refused'],
    ['a 503', () => ({ status: 503 }), 'unavailable'],
  ] satisfies [string, () => LocalAnswer, string][])('%s', async (_, answer, reason) => {
    expect(await asked(answer)).toMatchObject({ state: 'not-obtained', reason });
  });

  test('a body over the limit', async () => {
    const many = Array.from({ length: 40 }, (_, i) => row({ cleabs: `BATIMENT${i}` }));
    expect(await asked(() => collection(many), HERE, { maxBytes: 10_000 })).toMatchObject({ reason: 'malformed' });
  });

  test('one failure is retried', async () => {
    let count = 0;
    const fact = await asked(() => ((count += 1) === 1 ? { status: 503 } : collection([ROW])), HERE, QUICK);
    expect([fact.state, count]).toEqual(['obtained', 2]);
  });

  test('a service that does not answer is abandoned in time', async () => {
    server = await startLocalServer(() => new Promise<LocalAnswer>(() => undefined));
    const limits = { ...QUICK, timeoutMs: 100, totalMs: 300 };
    const buildings = createBuildings({ baseUrl: server.baseUrl, ...supplierDeps(), limits });
    expect(await buildings.footprints(HERE)).toMatchObject({ state: 'not-obtained', reason: 'timeout' });
  });
});

describe('over the simulators', () => {
  const base = inject('simulatorsUrl');
  const quick = { ...supplierDeps(), limits: { ...QUICK, attempts: 1 } };
  const buildings = createBuildings({ baseUrl: `${base}/geopf`, ...quick });
  const cadastre = createCadastre({ baseUrl: `${base}/apicarto/api`, ...supplierDeps() });

  async function placesAt(longitude: number, latitude: number): Promise<Place[]> {
    const near = await cadastre.nearby({ longitude, latitude });
    const parcels = await Promise.all(near.map((one) => cadastre.parcel(parcelCode(one))));
    return parcels.flatMap((parcel) => (parcel === null ? [] : [aPlace({ longitude, latitude, parcels: [parcel] })]));
  }

  test('parcels of a town have houses on them', async () => {
    const places = await placesAt(1.4442, 43.6047);
    const found = await Promise.all(
      places.map(async (place) => placeBuildings(await buildings.footprints(place), [], place)),
    );
    const counts = found.map((fact) => (fact.state === 'obtained' ? fact.value.buildings.length : -1));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(1);
  });

  test.each([
    ['panne', 'unavailable'],
    ['coupure', 'unavailable'],
    ['lenteur', 'timeout'],
    ['charabia', 'malformed'],
    ['vide', null],
    ['quota', 'rate-limited'],
  ])('the commune of « %s » fails so', async (mode, reason) => {
    const column = ['panne', 'coupure', 'lenteur', 'charabia', 'vide', 'quota'].indexOf(mode);
    const fact = await buildings.footprints(aPlace({ longitude: 3.36 + column * 0.022, latitude: 44.2 + 7 * 0.0155 }));
    expect(fact).toMatchObject(reason === null ? { state: 'obtained', value: [] } : { state: 'not-obtained', reason });
  });
});
