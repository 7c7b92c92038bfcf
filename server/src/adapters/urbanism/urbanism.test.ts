import { afterEach, expect, test } from 'vitest';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalRequest, LocalServer } from '#tools/local-server.ts';
import { CoastalList } from '#config/coastal-list.ts';
import { createUrbanism } from './urbanism.ts';

let server: LocalServer;
afterEach(() => server.close());
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-2, 48],
      [-2, 48.1],
      [-2.1, 48],
      [-2, 48],
    ],
  ],
};
const zone = (properties: object) => ({ geometry, properties });
const coastal = { properties: { insee: '35288', is_coastline: true } };
const place = aPlace({ longitude: -2.0257, latitude: 48.6493, inseeCodes: ['35288'] });

async function urbanism(layers: Record<string, object[]>, onMunicipality?: (request: LocalRequest) => object[]) {
  server = await startLocalServer((request) => {
    const layer = request.url.pathname.replace('/gpu/', '');
    const features = layer === 'municipality' && onMunicipality ? onMunicipality(request) : (layers[layer] ?? []);
    return { body: JSON.stringify({ features, crs: null }) };
  });
  return createUrbanism({ baseUrl: server.baseUrl, ...supplierDeps() });
}
const decided = (properties: object) =>
  zone({ typepsc: '54', stypepsc: '01', libelle: 'Recul', urlfic: 'https://plu/r.pdf', ...properties });

test('only prescriptions 54-01 and 54-02 are zones: at 30 and 100 years', async () => {
  const layers = {
    municipality: [coastal],
    'prescription-surf': [decided({}), decided({ stypepsc: '02', libelle: 'CitÃ©' }), decided({ typepsc: '07' })],
  };
  expect(await (await urbanism(layers)).coastlineRetreat(place)).toMatchObject({
    value: {
      coastalCommune: true,
      zones: [
        { horizon: '0-30', provisional: false, documentUrl: 'https://plu/r.pdf', outline: { type: 'MultiPolygon' } },
        { horizon: '30-100', label: 'Cité' },
      ],
    },
  });
});

test('préfiguration maps are added to the zones of the PLU, other informations are not', async () => {
  const map = zone({ libelle: 'Carte de préfiguration du recul du trait de côte, 30 à 100 ans' });
  const unlabelled = zone({ libelle: 'Zone littorale', txt: 'pre-ZERTC', typeinf: '99', stypeinf: '00' });
  const layers = {
    municipality: [coastal],
    'prescription-surf': [decided({})],
    'info-surf': [map, unlabelled, zone({ libelle: 'Trait de côte de 1950', typeinf: '99', stypeinf: '00' })],
  };
  expect(await (await urbanism(layers)).coastlineRetreat(place)).toMatchObject({
    value: {
      zones: [
        { horizon: '0-30', provisional: false },
        { horizon: '30-100', provisional: true },
        { horizon: null, provisional: true, label: 'Zone littorale' },
      ],
    },
  });
});

test('a horizon missing in the source is neither guessed nor blocking', async () => {
  const layers = {
    municipality: [coastal],
    'prescription-surf': [decided({ stypepsc: '00', libelle: 'Recul du trait de côte, horizon 2050' })],
  };
  expect(await (await urbanism(layers)).coastlineRetreat(place)).toMatchObject({
    state: 'obtained',
    value: { zones: [{ horizon: null }] },
  });
});

test('informations 27-00, 38-00 and 43-00 are kept for their headings', async () => {
  const codes = [['27', '00'], ['38', '00'], ['43', '00'], ['27', '01'], ['14', '00']] as const; // prettier-ignore
  const layers = {
    municipality: [coastal],
    'info-surf': codes.map(([typeinf, stypeinf]) => zone({ libelle: typeinf, typeinf, stypeinf })),
  };
  const fact = await (await urbanism(layers)).coastlineRetreat(place);
  expect(fact.state === 'obtained' && fact.value.localPlan?.map(({ subject }) => subject)).toEqual([
    'bruit',
    'sis',
    'debroussaillement',
  ]);
});

test('« listed commune » comes from the operator’s list only, with its first day where the list gives it', async () => {
  await urbanism({ municipality: [coastal], document: [{ properties: {} }] });
  const listedIn = async (communes: unknown[] | null) => {
    const coastalList = communes && CoastalList.parse({ vintage: 'décret n° 2024-531', communes });
    const fact = await createUrbanism({ baseUrl: server.baseUrl, coastalList, ...supplierDeps() }).coastlineRetreat(
      place,
    );
    return fact.state === 'obtained' && fact.value.listed;
  };
  expect(await listedIn(['35288'])).toEqual({ isListed: true, vintage: 'décret n° 2024-531' });
  const dated = { code: '35288', since: '2022-04-30' };
  expect(await listedIn(['33214', dated])).toMatchObject({ isListed: true, since: '2022-04-30' });
  expect(await listedIn(['33214'])).toMatchObject({ isListed: false });
  expect(await listedIn(null)).toBeUndefined();
});

test('a point off the coast finds its commune by code', async () => {
  const supplier = await urbanism({}, ({ url }) => (url.searchParams.get('insee') === '35288' ? [coastal] : []));
  expect(await supplier.coastlineRetreat(place)).toMatchObject({ value: { coastalCommune: true, zones: [] } });
});

test('a commune that the GPU lacks is « not obtained »', async () => {
  const supplier = await urbanism({}, () => []);
  const elsewhere = aPlace({ inseeCodes: ['35999'] });
  expect(await supplier.coastlineRetreat(elsewhere)).toMatchObject({ state: 'not-obtained', reason: 'not-held' });
});

test.each([
  ['a coast with a document', true, [{ properties: { partition: 'DU_35288' } }], { unpublished: false }],
  ['a coast without a document', true, [], { coastalCommune: true, unpublished: true }],
  ['inland, without a document', false, [], { coastalCommune: false, unpublished: false }],
  ['a commune that the source does not class', null, [], { coastalCommune: null, unpublished: true }],
])('%s: « no zone » differs from « no published zoning »', async (...[, is_coastline, document, expected]) => {
  const layers = { municipality: [{ properties: { insee: '35288', is_coastline } }], document };
  expect(await (await urbanism(layers)).coastlineRetreat(place)).toMatchObject({ value: { ...expected, zones: [] } });
});

const inland = { properties: { insee: '35001', is_coastline: false } };
const document = (west: number) => ({ ...zone({ partition: 'DU' }), geometry: aParcel(west, 48.64, 2000).outline });
const onBorder = aPlace({ ...place, parcels: [aParcel(-2.0258, 48.6492)] });

test.each([
  ['the next commune at the point, its own by code', [coastal], true],
  ['the next commune alone, whatever was asked', [inland], null],
])('%s → the commune is not said to be inland', async (_, named, coastalCommune) => {
  const supplier = await urbanism({}, ({ url }) => (url.searchParams.has('insee') ? named : [inland]));
  expect(await supplier.coastlineRetreat(place)).toMatchObject({ value: { coastalCommune, unpublished: true } });
});

test.each([
  ['only meets the parcel', [document(-2.02565)], true],
  ['only meets the parcel, beside that of its commune', [document(-2.02565), document(-2.04)], false],
  ['covers the parcel', [document(-2.04)], false],
])('a document d’urbanisme that %s', async (_, documents, unpublished) => {
  const supplier = await urbanism({ municipality: [coastal], document: documents });
  expect(await supplier.coastlineRetreat(onBorder)).toMatchObject({ value: { unpublished, zones: [] } });
});

test('an outline too long for a URL is sent in a body, under the same name', async () => {
  const supplier = await urbanism({ municipality: [coastal] });
  const parcels = Array.from({ length: 30 }, (_, i) => aParcel(-2.02 + i / 1000, 48.65));
  await supplier.coastlineRetreat(aPlace({ ...place, parcels }));
  const long = server.requests.find(({ url }) => url.pathname === '/gpu/prescription-surf');
  expect(long?.method).toBe('POST');
  expect(JSON.parse(long?.body ?? '')).toMatchObject({ geom: { type: 'MultiPolygon' } });
});

const assiette = (idgen: string, suptype = 'pm1', nomsuplitt = 'PPRi de la VallÃ©e') =>
  zone({ suptype, idgen, nomsuplitt, typeass: 'Enveloppe des zonages réglementaires' });
const generateur = (idgen: string, id_gaspar: string | null) => zone({ idgen, id_gaspar });

test('perimeters are linked to plans by the générateur only, parts of one plan merged', async () => {
  const elsewhere = { ...assiette('G2'), geometry: { ...geometry, coordinates: [[[-2.3, 48], [-2.3, 48.1], [-2.4, 48], [-2.3, 48]]] } }; // prettier-ignore
  const gpu = await urbanism({
    // A source that ignores `categorie` returns every servitude, twice.
    'assiette-sup-s': [assiette('G1'), elsewhere, assiette('G3', 'ac1'), assiette('G4', 'pm3', 'PPRT du dépôt')],
    'generateur-sup-s': [generateur('G1', '35DDT20100014'), generateur('G2', '35DDT20100014'), generateur('G4', null)],
  });
  expect(await gpu.planPerimeters({ ...place, parcels: [aParcel(-2.0257, 48.6493)] })).toMatchObject({
    state: 'obtained',
    value: [
      {
        servitude: 'PM1',
        gasparId: '35DDT20100014',
        name: 'PPRi de la Vallée',
        outline: { coordinates: [[expect.anything()], [expect.anything()]] },
      },
      { servitude: 'PM3', gasparId: null, name: 'PPRT du dépôt' },
    ],
    provenance: { source: 'apicarto-gpu-sup' },
  });
  const [asked] = server.requests;
  expect(asked?.url.searchParams.get('categorie')).toBe('PM1');
  // The parcel of 20 m with 30 m around.
  const { coordinates } = JSON.parse(asked?.url.searchParams.get('geom') ?? '') as {
    coordinates: [number, number][][];
  };
  const latitudes = (coordinates[0] ?? []).map(([, latitude]) => latitude);
  expect(Math.max(...latitudes) - Math.min(...latitudes)).toBeCloseTo(0.0002 + 60 / 111_195, 5);
});

test('without a published plan the générateur is not queried', async () => {
  const gpu = await urbanism({});
  expect(await gpu.planPerimeters(place)).toMatchObject({ state: 'obtained', value: [] });
  expect(server.requests.map(({ url }) => url.pathname)).toEqual(['/gpu/assiette-sup-s', '/gpu/assiette-sup-s']);
});

test('perimeters during an outage are « not obtained »', async () => {
  const gpu = await urbanism({});
  await server.close();
  expect(await gpu.planPerimeters(place)).toMatchObject({
    state: 'not-obtained',
    reason: 'unavailable',
  });
});
