import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { releasesOf } from '#test/datasets.ts';
import { quietFacts } from '#test/facts.ts';
import { REALDATA_FOLDER, REALDATA_HELD } from '#test/realdata.ts';
import { shapefile, square } from '#test/shapefile.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { factFromReads, recordedFact, type KeptFeatures } from '../kept-reads.ts';
import { LOCAL_FACTS } from './facts.ts';
import { noiseFact, noisePlansFact } from './noise.ts';

// Recorded answers of the live layer are read below. No exported file was to be had: the others are typed.
const NOW = new Date('2026-11-20T10:00:00Z');
const { serve: serveFolder, deps } = releasesOf(NOW);
const serve = (files: Record<string, string | Buffer>, publishedOn?: string) =>
  serveFolder('noise', files, publishedOn);
function factsAt([longitude, latitude]: readonly [number, number]) {
  const place = aPlace({ longitude, latitude, inseeCodes: ['48095'] });
  return [noiseFact(deps(), place), noisePlansFact(deps(), place)] as const;
}

const rowsOf = (key: string): unknown[] => deps().releases.of('noise')?.rowsOf(key) ?? [];

const collection = (features: Feature[], members: object = {}): string =>
  JSON.stringify({ type: 'FeatureCollection', features, ...members });
const document = (oaci: string, year: number): string => `http://x/PEB/PEB_${oaci}_01_02_${year}.pdf`;
const zone = (oaci: string, letter: string, at: readonly [number, number]): Feature => ({
  type: 'Feature',
  properties: {
    ZONE: letter,
    INDLDENEXT: '57',
    INDLDENINT: '65',
    CODE_OACI: oaci,
    NOM: oaci,
    DATE_ARRET: '1985-07-01Z',
    REF_DOC: document(oaci, 2010),
  },
  geometry: { type: 'Polygon', coordinates: [square(...at, 0.01)] },
});
const plan = (oaci: string, at: readonly [number, number], year = 2010): Feature => ({
  type: 'Feature',
  properties: { nom: `${oaci} - AERODROME`, oaci, arrete_peb: document(oaci, year) },
  geometry: { type: 'Point', coordinates: [...at] },
});

/** Aerodromes drawn on a grid of half a degree, west of 2° east, then others without zones far in the north-east. */
const GRID = Array.from({ length: 210 }, (_, i) => ({
  oaci: `X${String(i).padStart(3, '0')}`,
  at: [-1 + 0.4 * (i % 15), 43.6 + 0.4 * Math.floor(i / 15)] as const,
}));
const DRAWN = GRID.slice(0, 60);
const HELD: readonly [number, number] = [4.2, 44.2];
const letters = (all: readonly string[]) =>
  Object.fromEntries(
    all.map((letter) => [
      `c-dgac-peb-metro-z${letter.toLowerCase()}.geojson`,
      collection([
        ...DRAWN.map(({ oaci, at }) => zone(oaci, letter, at)),
        ...(letter === 'C' ? [zone('HELD', 'C', HELD), zone('HELD', 'C', HELD)] : []),
      ]),
    ]),
  );
const index = (...more: Feature[]): string =>
  collection([...GRID.map(({ oaci, at }) => plan(oaci, at)), plan('HELD', HELD), ...more]);
const NATIONAL = { ...letters(['A', 'B', 'C', 'D']), 'dgac_peb_arrete.geojson': index() };
const inside = ([x, y]: readonly [number, number]) => [x + 0.005, y + 0.005] as const;
const FAR = [7.5, 43.2] as const;

it('the zones that may meet the property, once each, and no plan that is not drawn', async () => {
  const manifest = await serve(NATIONAL);
  expect(manifest.departements).toEqual({ '': 453 });
  const [zones, plans] = factsAt(inside(HELD));
  expect(zones).toMatchObject({
    value: [{ aerodrome: 'HELD', zone: 'C', index: { kind: 'lden', low: 57, high: 65 }, decreeDate: '2010-02-01' }],
    provenance: { attribution: '© DGAC', label: expect.stringContaining('édition du 15') },
  });
  expect(zones?.value[0]?.outline.coordinates).toHaveLength(1);
  expect(plans?.value).toEqual([]);
  expect(factsAt(FAR).map((fact) => fact?.value)).toEqual([[], []]);
});

const NEAR = [8.2, 43] as const;

it('a plan that is not drawn is said, never « non »', async () => {
  await serve({ ...NATIONAL, 'dgac_peb_arrete.geojson': index(plan('LFPN', NEAR, 1985)) });
  const [zones, plans] = factsAt(NEAR);
  expect(plans?.value).toMatchObject([{ aerodrome: 'LFPN', decreeDate: '1985-02-01', distanceMetres: 0 }]);
  expect(zones?.value).toEqual([]);
});

it('what is kept with a statement makes the same facts, without the rest of the index', async () => {
  await serve({ ...NATIONAL, 'dgac_peb_arrete.geojson': index(plan('LFPN', NEAR, 1985)) });
  for (const [longitude, latitude] of [NEAR, inside(HELD)]) {
    const place = aPlace({ longitude, latitude, inseeCodes: ['48095'] });
    for (const name of ['noise', 'noisePlans'] as const) {
      const { fact, features } = recordedFact({ facts: LOCAL_FACTS, name, place }, deps());
      const text = JSON.stringify(features);
      const replayed = { clock: () => NOW, place, live: quietFacts() };
      expect(factFromReads(JSON.parse(text) as KeptFeatures, replayed)).toEqual(fact);
      expect(text.length).toBeLessThan(5_000);
    }
  }
});

it.each<[string, Feature, readonly [number, number]]>([
  ['after the newest drawn arrêté', plan('LFPN', NEAR, 2022), NEAR],
  ['without a date', { ...plan('LFPN', NEAR), properties: { nom: '', oaci: 'LFPN', arrete_peb: 'en mairie' } }, NEAR],
  ['overseas', plan('SOCA', [-52.36, 4.82], 1995), [-52.36, 4.9]],
])('a plan that the files could not have is asked live: %s', async (...[, extra, at]) => {
  await serve({ ...NATIONAL, 'dgac_peb_arrete.geojson': index(extra) });
  expect(factsAt(at)).toEqual([null, null]);
  expect(factsAt(FAR).map((fact) => fact?.value)).toEqual([[], []]);
});

it('zones of an arrêté before that of the index are those of a former plan: asked live', async () => {
  await serve({ ...NATIONAL, 'dgac_peb_arrete.geojson': index(plan('HELD', HELD, 2021)) });
  expect(factsAt(inside(HELD))).toEqual([null, null]);
});

it('a file without a letter, an extract or an old index answers nothing', async () => {
  await serve({ ...letters(['A', 'B', 'C']), 'dgac_peb_arrete.geojson': index() });
  expect(factsAt(inside(HELD))).toEqual([null, null]);
  await serve({ ...NATIONAL, 'dgac_peb_arrete.geojson': collection([plan('HELD', HELD)]) });
  expect([factsAt(inside(HELD)), factsAt(FAR)]).toEqual([
    [null, null],
    [null, null],
  ]);
  await serve(NATIONAL, '2026-06-01');
  expect(factsAt(FAR)).toEqual([null, null]);
});

describe('refused files', () => {
  const arretes = { 'dgac_peb_arrete.geojson': index() };
  it.each<[string, Record<string, string | Buffer>, string]>([
    [
      'an unknown letter',
      { 'peb.geojson': collection([zone('X', 'E', HELD)]) },
      'zone « E » de l’aérodrome « X » illisible',
    ],
    ['no outline', { 'peb.geojson': collection([{ ...zone('X', 'A', HELD), geometry: null as never }]) }, 'illisible'],
    [
      'a renamed column',
      { 'peb.geojson': collection([zone('X', 'A', HELD)]).replace('INDLDENEXT', 'INDICE') },
      'peb.geojson : la colonne « indldenext » est absente',
    ],
    [
      'latitude and longitude exchanged',
      { 'peb.geojson': collection([zone('X', 'A', [44.2, 4.2])]) },
      'noise, ligne de clé « X » : longitude et latitude semblent échangées',
    ],
    ['a truncated file', { 'peb.geojson': collection([zone('X', 'A', HELD)]).slice(0, -20) }, 'tronqué ou mal formé'],
    [
      'a part of a layer, by the word of its server',
      { 'peb.geojson': collection([zone('X', 'A', HELD)], { numberMatched: 298, numberReturned: 1 }) },
      'peb.geojson : 1 objets sur les 298 de la couche',
    ],
    ['an empty index', { 'peb.geojson': collection([zone('X', 'A', HELD)]), 'dgac_peb_arrete.geojson': '' }, 'tronqué'],
  ])('%s', async (...[, files, sentence]) => {
    await expect(serve({ ...arretes, ...files })).rejects.toThrow(sentence);
  });

  it('the zones alone, or the index alone', async () => {
    const both = 'il faut les zones (« peb ») et l’index des arrêtés (« peb_arrete »)';
    await expect(serve(arretes)).rejects.toThrow(both);
    await expect(serve({ 'peb.geojson': collection([zone('X', 'A', HELD)]) })).rejects.toThrow(both);
  });
});

it('a layer in Lambert-93, as a shapefile or as a GeoJSON whose projection comes last, is the same place', async () => {
  const [x, y] = [800_000, 6_300_000];
  const ring = square(x, y, 1_000);
  const attributes = { zone: 'A', indldenext: '70', indldenint: '70', code_oaci: 'LFXX', date_arret: '', ref_doc: '' };
  const crs = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2154' } }, bbox: [x, y, x + 1_000, y] };
  const drawn: Feature = {
    type: 'Feature',
    properties: attributes,
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
  const sources = [
    { 'peb.geojson': collection([drawn], { ...crs, numberMatched: 1 }) },
    shapefile('peb_metro', [{ attributes, rings: [ring] }]),
  ];
  for (const files of sources) {
    await serve({ ...files, 'dgac_peb_arrete.geojson': index() });
    const [longitude, latitude] = (rowsOf('LFXX') as { outline: { coordinates: Position[][][] } }[])[0]?.outline
      .coordinates[0]?.[0]?.[0] ?? [0, 0];
    expect([longitude, latitude]).toEqual([expect.closeTo(4.242, 2), expect.closeTo(43.792, 2)]);
  }
});

describe.runIf(REALDATA_HELD)('recorded answers of the layer and of its index', () => {
  it('twelve aerodromes: two at one place, a psophic index, a file name with a space', async () => {
    const peb = join(REALDATA_FOLDER, 'peb');
    const others = join(REALDATA_FOLDER, '../realdata-2/peb');
    const features = [
      join(peb, 'bruit-peb-gfi-goussainville.json'),
      join(peb, 'bruit-peb-lebourget-sample.json'),
      join(others, 'bruit-peb-lfdc.json'),
      join(others, 'bruit-peb-lfpz.json'),
    ].flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection).features);
    const manifest = await serve({
      'peb.geojson': collection(features),
      'dgac_peb_arrete.json': readFileSync(join(peb, 'bruit-arrete-index-sample.json')),
    });
    expect(manifest.rows).toBe(6 + 12);
    expect(rowsOf('LFDC')).toMatchObject([
      { index: { kind: 'psophique', low: 84, high: 96 }, documentUrl: expect.stringContaining('LFDC_%2028') },
    ]);
    const states = (rowsOf('') as { plan: { aerodrome: string }; zones: string }[]).map(
      ({ plan: { aerodrome }, zones }) => `${aerodrome} ${zones}`,
    );
    // Nancy's arrêté of 2022 is after all that is drawn here; La Réunion and Cayenne are not of the mainland.
    expect(states).toEqual(
      expect.arrayContaining(['LFPG drawn', 'LFPN not-drawn', 'LFSN unknown', 'FMEE unknown', 'SOCA unknown']),
    );
    // An extract: the live service is asked.
    expect(factsAt([2.4414, 48.9695])).toEqual([null, null]);
  });
});
