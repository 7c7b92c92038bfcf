import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGeorisques } from '#adapters/georisques/georisques.ts';
import { createNoisePlans } from '#adapters/noise/noise-plans.ts';
import { createUrbanism } from '#adapters/urbanism/urbanism.ts';
import { agreementOf } from '#domain/risks/agreement.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { createWorkshop, gasparTable, radonTable, type Workshop } from '#test/datasets.ts';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import type { ActiveReleases } from './active-releases.ts';
import { createLocalSources, type Comparison, type CrossCheck } from './local-sources.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const COMMUNES = 'TYPECOM,COM,LIBELLE\nCOM,01138,Magnieu\nCOM,48095,Mende\n';
const MOVEMENTS =
  'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2019-01-01,COM,01039,COM,01138\n32,2019-01-01,COM,01341,COM,01138\n';

let server: LocalServer;
let isSilent: boolean;
let answering: Promise<void>;
let workshop: Workshop;
let releases: ActiveReleases;
beforeEach(async () => {
  // The live service says 1 everywhere, and that there is no plan.
  isSilent = false;
  answering = Promise.resolve();
  server = await startLocalServer(async ({ url }) => {
    await answering;
    const body = url.pathname.includes('gaspar')
      ? { content: [], totalElements: 0 }
      : { data: [{ classe_potentiel: '1' }], total_pages: 1, response_code: 200 };
    return { ...(isSilent && { status: 503 }), body: JSON.stringify(body) };
  });
  workshop = await createWorkshop(() => NOW);
  releases = workshop.activeReleases();
});
afterEach(async () => {
  await workshop.close();
  await server.close();
});

async function serve(
  dataset: 'radon' | 'communes' | 'gaspar-pprn' | 'coastal-list',
  files: Record<string, string>,
  publishedOn = '2026-11-01',
) {
  const { manifest } = await workshop.import(dataset, await workshop.source(files), { publishedOn });
  await workshop.store.activate({ dataset, release: manifest.id, force: manifest.id });
  await releases.refresh();
  return manifest;
}

function sources(
  crossCheck: CrossCheck | null = null,
  coastalList: Parameters<typeof createLocalSources>[1]['coastalList'] = null,
) {
  const deps = { baseUrl: server.baseUrl, ...supplierDeps(() => NOW) };
  const live = {
    georisques: createGeorisques({ ...deps, token: null }),
    noisePlans: createNoisePlans(deps),
    urbanism: createUrbanism({ ...deps, coastalList: null }),
  };
  return createLocalSources(live, { releases, clock: () => NOW, crossCheck, coastalList });
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

it('a plan that the live service lacks stays, to verify, with the live answer beside; silent, the list alone', async () => {
  await serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  const approved = {
    'CODE PROCEDURE': '48DDT20210001',
    'LIBELLE PROCEDURE': 'PPRi Lot',
    'CODE INSEE COMMUNE': '48095',
    APPROBATION: '2021-07-29',
  };
  const prescribed = { ...approved, 'CODE PROCEDURE': '48DDT20210002', APPROBATION: '', PRESCRIPTION: '2022-01-01' };
  await serve('gaspar-pprn', { 'pprn_gaspar.csv': gasparTable([approved, prescribed]) });
  const { georisques } = sources();
  const asked = () => georisques.ppr('pprn', placeIn('48095'));
  expect(await asked()).toMatchObject({
    value: [
      { gasparId: '48DDT20210001', zoned: null, isUndrawn: true },
      { gasparId: '48DDT20210002', zoned: null },
    ],
    provenance: { source: 'edition-gaspar-pprn' },
    contradictedBy: { value: [], provenance: { source: 'georisques-v1-pprn' } },
  });
  isSilent = true;
  const elsewhere = { ...placeIn('48095'), longitude: 3.51 };
  const fact = await georisques.ppr('pprn', elsewhere);
  expect(fact).toMatchObject({
    state: 'obtained',
    value: [
      { gasparId: '48DDT20210001', status: 'approved', zoned: null },
      { gasparId: '48DDT20210002', status: 'prescribed', zoned: null },
    ],
    provenance: { source: 'edition-gaspar-pprn' },
  });
  expect(await georisques.ppr('pprm', elsewhere)).toMatchObject({ state: 'not-obtained' });
});

it('silence about the coast: « non » where no decree lists the commune, unless the operator’s list names it', async () => {
  await serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  const rows = Array.from(
    { length: 300 },
    (_, i) => `${56_001 + i},Commune,56,True,"[{'numero_decret': '2024_531', 'start_date': '2024-06-12'}]"`,
  );
  const header = 'code_commune,nom_commune,code_departement,is_currently_active,trait_de_cote_historique';
  await serve('coastal-list', { 'trait-de-cote.csv': [header, ...rows, ''].join('\n') });
  isSilent = true;
  const askedWith = (codes: string[]) =>
    sources(null, { communes: new Map(codes.map((code) => [code, null])) }).urbanism.coastlineRetreat(placeIn('48095'));
  expect(await askedWith(['56001'])).toMatchObject({ state: 'obtained', value: { basis: 'decrees-list' } });
  expect(await askedWith(['48095'])).toMatchObject({ state: 'not-obtained' });
});

describe('hybrid', () => {
  const compared: Comparison[] = [];
  const asking = (withinMs: number) =>
    sources({ withinMs, onCompared: (comparison) => void compared.push(comparison) }).georisques.radon(
      placeIn('48095'),
      (answer) => void observed.push(answer.service),
    );
  const observed: string[] = [];
  beforeEach(() => {
    compared.length = 0;
    observed.length = 0;
  });

  it.each([
    [1, undefined, 'agree'],
    [3, { value: { potential: 1 }, provenance: { source: 'georisques-v1-radon' } }, 'differ'],
  ] as const)('a release that says %s, the live service 1 → contradicted by %o', async (potential, other, result) => {
    await serve('radon', { 'radon.csv': radonTable([['MENDE', '48095', potential]]) });
    const fact = await asking(5_000);
    expect(fact).toMatchObject({ value: { potential }, ...(other && { contradictedBy: other }) });
    expect('contradictedBy' in fact).toBe(other !== undefined);
    expect(compared.map(agreementOf)).toEqual([result]);
    expect(observed).toEqual(['edition-radon', 'georisques-v1-radon']);
  });

  it('a live answer that is late → the release alone; the comparison is still reported', async () => {
    await serve('radon', { 'radon.csv': TABLE });
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    answering = promise;
    const fact = await asking(20);
    expect(fact).toMatchObject({ value: { potential: 3 } });
    expect(fact).not.toHaveProperty('contradictedBy');
    expect(compared).toEqual([]);
    answer();
    await vi.waitFor(() => expect(compared.map(agreementOf)).toEqual(['differ']));
    expect(observed).toEqual(['edition-radon']);
  });

  it('a live service that fails → the release alone, unanswered', async () => {
    await serve('radon', { 'radon.csv': TABLE });
    await server.close();
    expect(await asking(5_000)).not.toHaveProperty('contradictedBy');
    expect(compared.map(agreementOf)).toEqual(['unanswered']);
  });
});
