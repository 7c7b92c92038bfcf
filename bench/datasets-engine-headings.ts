import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { createRandom } from '../tests/harness/seeded-random.ts';
import { range, writeTable } from './datasets-engine-csv.ts';
import {
  blob,
  builtAt,
  communeAt,
  communeOf,
  COMMUNES,
  ORIGIN,
  share,
  SIDE_METRES,
  vertexCount,
} from './datasets-engine-land.ts';
import { writeShapefile } from './datasets-import-shapefile.ts';

/** Clearing obligations: a grid of zones of some kilometres in every département. */
const BRUSH = { columns: 150, rows: 100 };
const BRUSH_CELL = { x: (168 * SIDE_METRES) / BRUSH.columns, y: (208 * SIDE_METRES) / BRUSH.rows };

export function writeBrushClearing(folder: string): number {
  const features = range(BRUSH.columns * BRUSH.rows, (number) => {
    const random = createRandom(11_000_000 + number);
    const centre: Position = [
      ORIGIN.x + BRUSH_CELL.x * ((number % BRUSH.columns) + 0.4 + 0.2 * share(random)),
      ORIGIN.y + BRUSH_CELL.y * (Math.floor(number / BRUSH.columns) + 0.4 + 0.2 * share(random)),
    ];
    const count = vertexCount(random, { usual: 250, most: 20_000 });
    const ring = blob({ centre, radius: BRUSH_CELL.x * (0.25 + 0.3 * share(random)), count }, random);
    const decreed = `0${1 + random.below(9)}/06/20${10 + random.below(15)}`;
    const values = [communeAt(centre).departement, String(1 + random.below(2)), sheetOf(number), decreed];
    return { shape: { rings: [ring] }, values };
  });
  const columns = { dept: 3, zonage: 1, url: 60, dat_ap_old: 10 };
  return writeShapefile(join(folder, 'debroussaillement'), columns, features);
}

const sheetOf = (number: number): string => `https://www.prefectures.example/old/arrete-${number}.pdf`;

/** Aerodromes with a plan; the layer draws the zones of the first ones. */
const [AERODROMES, DRAWN] = [224, 100];
const LETTERS = ['A', 'B', 'C', 'D'] as const;

const aerodromeOf = (number: number) => {
  const random = createRandom(12_000_000 + number);
  return { oaci: `LF${String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))}`, at: builtAt(random) };
};
const documentOf = (oaci: string, year: number): string => `https://www.peb.example/PEB_${oaci}_01_02_${year}.pdf`;

/** `lonLatOf`: from metres to degrees. */
export function writeNoise(folder: string, lonLatOf: (position: Position) => [number, number]): void {
  const zones = range(DRAWN * LETTERS.length, (number) => {
    const { oaci, at } = aerodromeOf(Math.floor(number / LETTERS.length));
    const place = number % LETTERS.length;
    const random = createRandom(13_000_000 + number);
    const count = vertexCount(random, { usual: 90, most: 600 });
    const ring = blob({ centre: at, radius: [500, 900, 1_600, 2_600][place] ?? 0, count }, random);
    const [low, high] = [String(70 - 5 * place), String(75 - 5 * place)];
    const values = [LETTERS[place] ?? 'D', oaci, `Aérodrome ${oaci}`, high, low, '2010-02-01', documentOf(oaci, 2010)];
    return { shape: { rings: [ring] }, values };
  });
  const columns = { zone: 1, code_oaci: 4, nom: 40, indldenext: 4, indldenint: 4, date_arret: 10, ref_doc: 60 };
  writeShapefile(join(folder, 'peb_zones'), columns, zones);
  const features = range(AERODROMES, (number) => {
    const { oaci, at } = aerodromeOf(number);
    const arrete_peb = documentOf(oaci, number < DRAWN ? 2010 : 2009);
    const properties = { nom: `${oaci} - AERODROME`, oaci, arrete_peb };
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: lonLatOf(at) } };
  });
  writeFileSync(
    join(folder, 'peb_arrete.geojson'),
    JSON.stringify({ type: 'FeatureCollection', features: [...features] }),
  );
}

const COASTAL = 400;

export function writeCoastalList(folder: string): Promise<void> {
  const history = `"[{'numero_decret': '2024_531', 'start_date': '2024-06-11', 'end_date': None}]"`;
  const rows = range(COASTAL, (number) => {
    const { code, name } = communeOf(Math.floor((number * COMMUNES) / COASTAL));
    return `${code},${name},${number % 20 === 0 ? 'False' : 'True'},${history}`;
  });
  const header = 'code_commune,nom_commune,is_currently_active,trait_de_cote_historique';
  return writeTable(join(folder, 'trait-de-cote-commune.csv'), [header, ...rows]);
}
