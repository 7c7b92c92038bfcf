import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metresBetween } from '#adapters/addresses/place-points.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Installation } from '#domain/risks/facts.ts';
import { createWorkshop, EXTRACTS_HELD, extract, type Workshop } from '#test/datasets.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { toWgs84 } from '../formats/projection.ts';
import type { SisRow } from './sis.ts';
import type { SiteRow } from './sites.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

async function imported(dataset: DatasetName, folder: string) {
  const { manifest, skipped } = await workshop.import(dataset, folder);
  return { manifest, skipped, release: await workshop.open(dataset, manifest.id) };
}
async function typed(dataset: DatasetName, name: string, lines: readonly string[]) {
  return imported(dataset, await workshop.source({ [name]: `${lines.join('\n')}\n` }));
}

// No national file of cavities or movements was read: these rows are typed from the service's columns.
const CAVITIES = 'identifiant;type;nom;reperage_geo;code_insee;longitude;latitude';
const MOVEMENTS = 'identifiant;type;lieu;precision_lieu;code_insee;longitude;latitude';

it('a cavity known to its commune only has no position there, under a code with its zeros', async () => {
  const { release } = await typed('cavities', 'cavites.csv', [
    CAVITIES,
    'AQI001;cave;Cave du Moulin;précis;1034;5.68;45.76',
    'AQI002;carrière;;centre de la commune;01034;5.69;45.75',
    'AQI003;carrière;;précis;2A004;0;0',
  ]);
  expect(release.rowsOf('01034')).toMatchObject([
    { site: { id: 'AQI001', name: 'Cave du Moulin', activity: 'cave' }, at: [5.68, 45.76], withinMetres: 0 },
    { site: { id: 'AQI002', name: 'carrière', activity: null }, at: null },
  ]);
  expect(release.rowsOf('2A004')).toMatchObject([{ at: null }]);
});

it('a movement placed to the kilometre says so', async () => {
  const { release } = await typed('ground-movements', 'mvt_2024.csv', [
    MOVEMENTS,
    '1;Glissement;RD 12;métrique;48095;3.5;44.5',
    '2;Éboulement;;kilomètre;48095;3.51;44.51',
    '3;Coulée;;commune;48095;3.5;44.52',
  ]);
  expect(release.rowsOf('48095')).toMatchObject([
    { site: { address: 'RD 12' }, withinMetres: 0 },
    { at: [3.51, 44.51], withinMetres: 1_000 },
    { at: null },
  ]);
});

it('longitude and latitude exchanged, and a renamed column, refuse the file', async () => {
  const exchanged = typed('cavities', 'cavites.csv', [CAVITIES, 'A;cave;;précis;01034;45.76;5.68']);
  await expect(exchanged).rejects.toThrow(/longitude et latitude semblent échangées \(45\.76, 5\.68\)/);
  const renamed = typed('ground-movements', 'mvt.csv', [MOVEMENTS.replace('precision_lieu', 'precision'), '1;;;;;;']);
  await expect(renamed).rejects.toThrow('mvt.csv : la colonne « precision_lieu » est absente.');
});

it('a servitude of the current table is not a SIS, and an unknown statut refuses the file', async () => {
  const header = 'id_sis;nom_sis;code_insee;statut';
  const { release, skipped } = await typed('sis', 'classification.csv', [
    header,
    'SSP0001;Ancienne fonderie;77108;SIS publié',
    'SSP0002;Ancienne usine;77108;SUP',
  ]);
  expect(release.rowsOf('77108')).toMatchObject([{ id: 'SSP0001', name: 'Ancienne fonderie', outline: null }]);
  expect(Object.values(skipped)).toEqual([1]);
  const unknown = typed('sis', 'classification.csv', [header, 'SSP0003;;77108;Archivé']);
  await expect(unknown).rejects.toThrow('statut « Archivé » inconnu');
});

it('a SIS without commune and outline may be anywhere: it refuses the file', async () => {
  const lost = typed('sis', 'classification.csv', ['id_sis;nom_sis;code_insee;statut', 'SSP0001;Fonderie;;SIS']);
  await expect(lost).rejects.toThrow('le secteur « SSP0001 » n’a ni commune ni contour');
});

describe.runIf(EXTRACTS_HELD)('published extracts', () => {
  it('installations of Seine-Saint-Denis: Windows-1252, points of the layer, no status is not « Non Seveso »', async () => {
    const { manifest, release } = await imported('installations', extract('icpe'));
    expect(manifest.rows).toBe(1_224);
    expect(manifest.departements).toEqual({ '93': 1_224 });
    // A part of the national file covers nothing.
    expect(release.coverageOf('93010')).toBe('partly');
    const rows = Array.from({ length: manifest.rows }, (_, i) => release.row(i) as SiteRow<Installation>);
    const counts = Map.groupBy(rows, ({ site }) => site.regime);
    expect([...counts].map(([regime, own]) => [regime, own.length])).toEqual(
      expect.arrayContaining([
        ['Autorisation', 126],
        ['Enregistrement', 179],
        ['Autres régimes', 919],
      ]),
    );
    expect(rows.filter(({ site }) => site.seveso === 'bas')).toHaveLength(4);
    expect(rows.filter(({ withinMetres }) => withinMetres > 0)).toHaveLength(5);
    const one = rows.find(({ site }) => site.id === '0006516611');
    expect(one?.site).toMatchObject({ address: 'ZI GARONOR bâtiment 22, 93150 Le Blanc-Mesnil', seveso: null });
    // Its columns x, y in Lambert-93 are the same place.
    const [longitude, latitude] = one?.at ?? [0, 0];
    const [x = 0, y = 0] = toWgs84('2154', '')([660_163, 6_872_619]);
    expect(metresBetween(aPlace({ longitude, latitude }), [x, y])).toBeLessThan(2);
  });

  it('former sites of Bondy: multi-points, INSEE codes as numbers, addresses known to the street', async () => {
    const { manifest, release } = await imported('casias', extract('basias-casias'));
    expect(manifest.rows).toBe(59 + 15);
    const rows = release.rowsOf('93010') as SiteRow[];
    expect(rows).toHaveLength(59);
    expect(rows.filter(({ withinMetres }) => withinMetres === 500)).toHaveLength(8);
    expect(rows.find(({ site }) => site.id === 'IDF9302157')).toMatchObject({
      site: { status: 'Activité terminée', address: '222 Rue LOUIS AUGUSTE BLANQUI, BONDY' },
      at: [2.49762, 48.89607],
      withinMetres: 0,
    });
  });

  it('the regional inventory of Mayotte: a JSON value a line, thousands separated, projection in words', async () => {
    const { release } = await imported('casias', extract('basias-casias'));
    const [one] = release.rowsOf('97602') as SiteRow[];
    expect(one?.site).toMatchObject({ id: 'MAY97600003', status: 'En activité' });
    expect(one?.at?.[0]).toBeCloseTo(45.12, 1);
    expect(one?.at?.[1]).toBeCloseTo(-12.73, 1);
    expect((release.rowsOf('97611') as SiteRow[]).every(({ at }) => at !== null)).toBe(true);
  });

  it('a SIS of 2019: its published number, a literal pair of quotes for no place, an outline in hexadecimal', async () => {
    const { release } = await imported('sis', extract('sis-ssp'));
    const [row] = release.rowsOf('77108') as SisRow[];
    expect(row).toMatchObject({ id: '77SIS00482', address: 'Chemin du Corps de Garde' });
    expect(row?.outline?.coordinates[0]?.[0]).toHaveLength(19);
    const inside = aPlace({ longitude: 2.6092, latitude: 48.8688 });
    const [relation] = release.zonesAround(inside, 0);
    expect(relation?.overlap).toMatchObject({ containsPoint: true });
  });
});
