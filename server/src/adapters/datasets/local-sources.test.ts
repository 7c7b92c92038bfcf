import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import { agreementOf } from '#domain/datasets/agreement.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import type { ActiveReleases } from './active-releases.ts';
import { createLocalSources, type Comparison } from './local-sources.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const COMMUNES = 'TYPECOM,COM,LIBELLE\nCOM,01138,Magnieu\nCOM,48095,Mende\n';
const MOVEMENTS =
  'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2019-01-01,COM,01039,COM,01138\n32,2019-01-01,COM,01341,COM,01138\n';

let server: LocalServer;
let workshop: Workshop;
let releases: ActiveReleases;
beforeEach(async () => {
  // The live service says 1 everywhere.
  server = await startLocalServer(() => ({
    body: JSON.stringify({ data: [{ classe_potentiel: '1' }], total_pages: 1, response_code: 200 }),
  }));
  workshop = await createWorkshop(() => NOW);
  releases = workshop.activeReleases();
});
afterEach(async () => {
  await workshop.close();
  await server.close();
});

async function serve(dataset: 'radon' | 'communes', files: Record<string, string>, publishedOn = '2026-11-01') {
  const { manifest } = await workshop.import(dataset, await workshop.source(files), { publishedOn });
  await workshop.store.activate({ dataset, release: manifest.id, force: manifest.id });
  await releases.refresh();
  return manifest;
}

function sources(onCompared: ((comparison: Comparison) => void) | null = null) {
  const deps = { baseUrl: server.baseUrl, ...supplierDeps(() => NOW) };
  const live = {
    georisques: createGeorisques({ ...deps, token: null }),
    noisePlans: createNoisePlans(deps),
    urbanism: createUrbanism({ ...deps, coastalList: null }),
  };
  return createLocalSources(live, { releases, clock: () => NOW, onCompared });
}

const placeIn = (commune: string, prefix = '000') =>
  aPlace({ inseeCodes: [commune], parcels: [{ ...aParcel(3.5, 44.5), commune, prefix }] });
const TABLE = radonTable([
  ['MENDE', '48095', 3],
  ['BEON', '1039', 2],
  ['SAINT-CHAMP', '1341', 3],
]);

it('a release answers where it covers, with its edition, and no supplier is asked', async () => {
  const manifest = await serve('radon', { 'radon.csv': TABLE });
  expect(await sources().georisques.radon(placeIn('48095'))).toMatchObject({
    state: 'obtained',
    value: { potential: 3 },
    provenance: {
      label: expect.stringMatching(/, édition du 1er\snovembre\s2026, sha256 [0-9a-f]{12}$/),
      edition: { dataset: 'radon', release: manifest.id, sha256: manifest.source.sha256 },
    },
  });
  expect(server.requests).toHaveLength(0);
});

it('the live service answers where no release covers, and what no release has', async () => {
  const { georisques } = sources();
  expect(await georisques.radon(placeIn('48095'))).toMatchObject({ value: { potential: 1 } });
  await serve('radon', { 'radon.csv': TABLE });
  const elsewhere = await georisques.radon(placeIn('33063'));
  expect(elsewhere).toMatchObject({ value: { potential: 1 }, provenance: { source: 'georisques-v1-radon' } });
  expect(elsewhere.provenance.edition).toBeUndefined();
});

it('a merged commune: the former one that the prefix names, else the highest, to verify', async () => {
  await serve('radon', { 'radon.csv': TABLE });
  await serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  const { georisques } = sources();
  expect(await georisques.radon(placeIn('01138', '039'))).toMatchObject({ value: { potential: 2 } });
  expect(await georisques.radon(placeIn('01138'))).toMatchObject({ value: { potential: 3, isMixed: true } });
});

it('hybrid compares with the live service beside, and says what differs', async () => {
  await serve('radon', { 'radon.csv': TABLE });
  const compared: Comparison[] = [];
  const fact = await sources((comparison) => void compared.push(comparison)).georisques.radon(placeIn('48095'));
  expect(fact).toMatchObject({ value: { potential: 3 } });
  await vi.waitFor(() => expect(compared).toHaveLength(1));
  expect(compared.map(({ name, local, live }) => agreementOf(name, local, live))).toEqual(['differ']);
});
