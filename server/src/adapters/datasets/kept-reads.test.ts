import type { Position } from 'geojson';
import { expect, it } from 'vitest';
import type { FactName, Facts } from '#domain/risks/facts.ts';
import { MAINLAND, radonTable, releasesOf } from '#test/datasets.ts';
import { metresIn, middleOf } from '#test/departements.ts';
import { quietFacts } from '#test/facts.ts';
import { shapefile, square } from '#test/shapefile.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { withCoastalList } from './facts/coastal-list.ts';
import { LOCAL_FACTS } from './facts/facts.ts';
import { toWgs84 } from './formats/projection.ts';
import { coastalReads, factFromReads, recordedFact, type KeptFeatures } from './kept-reads.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const releases = releasesOf(NOW);

/** Metres in Lambert-93, near Culoz. */
const [X, Y] = [916_000, 6_530_000];
const [longitude = 0, latitude = 0] = toWgs84('2154', '')([X, Y]);
const PLACE = aPlace({
  longitude: longitude + 1e-5,
  latitude: latitude + 1e-5,
  inseeCodes: ['01138'],
  parcels: [{ ...aParcel(longitude, latitude), commune: '01138' }],
});
const live = quietFacts();

const featuresOf = (name: FactName): KeptFeatures =>
  recordedFact({ facts: LOCAL_FACTS, name, place: PLACE }, releases.deps()).features;

/** The fact comes back from the document's file. */
function replayed(features: KeptFeatures): Facts[FactName] | null {
  const stored = JSON.parse(JSON.stringify(features)) as KeptFeatures;
  return factFromReads(stored, { clock: () => NOW, place: PLACE, live });
}

/** A circle around the place, then a square in every other département: a national file. */
function clay(vertices: number): Record<string, string | Buffer> {
  const circle = Array.from({ length: vertices + 1 }, (_, i): Position => {
    const angle = (-2 * Math.PI * (i % vertices)) / vertices;
    return [X + 60 * Math.cos(angle), Y + 60 * Math.sin(angle)];
  });
  const zones = MAINLAND.filter((one) => one !== '01').map((insee_dep, gid) => ({
    attributes: { gid, insee_dep, niveau: '1', surf_m2: '1e4' },
    rings: [square(...metresIn(insee_dep), 100)],
  }));
  const here = { attributes: { gid: 999, insee_dep: '01', niveau: '3', surf_m2: '1e4' }, rings: [circle] };
  return shapefile('AleaRG_2025_Fxx_L93', [here, ...zones]);
}

it('each fact of a release is the same once made from what was kept of it', async () => {
  await releases.serve('communes', {
    'communes.csv': 'TYPECOM,COM,LIBELLE\nCOM,01138,Culoz-Béon\n',
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2023-01-01,COM,01039,COM,01138\n',
  });
  await releases.serve('radon', {
    'radon.csv': radonTable([
      ['BEON', '1039', 2],
      ['CULOZ', '01138', 3],
    ]),
  });
  await releases.serve('clay', clay(40));
  const movements = [
    'identifiant;type;lieu;precision_lieu;code_insee;longitude;latitude',
    `7;Éboulement;;précis;01138;${longitude};${latitude + 0.001}`,
    '8;Éboulement;;commune;01138;;',
    ...MAINLAND.map((one) => `X${one};Glissement;;précis;${one}001;${middleOf(one).join(';')}`),
    '',
  ];
  await releases.serve('ground-movements', { 'mvt.csv': movements.join('\n') });
  const deps = releases.deps();
  const names = (Object.keys(LOCAL_FACTS) as FactName[]).filter((name) => LOCAL_FACTS[name]?.(deps, PLACE));
  expect(names).toEqual(['radon', 'clay', 'groundMovements']);
  for (const name of names) {
    const fact = LOCAL_FACTS[name]?.(deps, PLACE);
    expect(replayed(featuresOf(name))).toEqual(fact);
  }
  const [read] = featuresOf('clay').reads;
  const positions = Object.values(read?.outlines ?? {}).flat(3);
  expect(positions).toHaveLength(41);
});

it('an outline that is too long is left out, without a change of the fact', async () => {
  await releases.serve('clay', clay(20_000));
  const features = featuresOf('clay');
  expect(features.reads.map(({ outlines }) => outlines)).toEqual([undefined]);
  expect(JSON.stringify(features).length).toBeLessThan(5_000);
  expect(replayed(features)).toMatchObject({ value: { exposure: 3, map: '2026' } });
});

it('the decrees’ list is kept beside the live answer about the coast', async () => {
  await releases.serve('communes', {
    'communes.csv': 'TYPECOM,COM,LIBELLE\nCOM,01138,Culoz-Béon\n',
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n',
  });
  const history = `"[{'numero_decret': '2022_750', 'start_date': '2022-04-30', 'end_date': None}]"`;
  const rows = Array.from({ length: 130 }, (_, i) => `${56_001 + i},Commune,56,True,${history}`);
  const header = 'code_commune,nom_commune,code_departement,is_currently_active,trait_de_cote_historique';
  await releases.serve('coastal-list', { 'trait-de-cote-commune-2026-95.csv': [header, ...rows, ''].join('\n') });
  const fact = withCoastalList(live.coastlineRetreat, releases.deps(), PLACE);
  expect(fact).not.toEqual(live.coastlineRetreat);
  expect(replayed(coastalReads(live.coastlineRetreat, releases.deps(), PLACE))).toEqual(fact);
});

it('what was not kept is said, never taken for nothing', () => {
  expect(() => replayed({ fact: 'radon', reads: [emptyRadon()] })).toThrow('not kept with the statement: radon');
});

function emptyRadon(): KeptFeatures['reads'][number] {
  const edition = {
    dataset: 'radon',
    release: '2026-01-01-000000000000',
    publishedOn: '2026-01-01',
    sha256: '',
  } as const;
  const manifest = { label: '', publisher: '', attribution: '', licence: '', pageUrl: null, sourceUrl: '' };
  return { edition, manifest: { ...manifest, origin: 'test' }, answers: {} };
}
