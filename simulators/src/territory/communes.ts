import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { SEASIDE_TOWNS, TOWNS } from './towns.ts';
import {
  CHANGING_SENTINEL,
  DATED_SENTINELS,
  DOCUMENT_SENTINELS,
  DRAWING_SENTINELS,
  SENTINELS,
  SENTINEL_POSTCODE,
  SENTINEL_RADIUS_KM,
} from './sentinel-communes.ts';
import type { Sentinel } from './sentinel-communes.ts';
import { nearSea, onFrenchLand } from './outline.ts';
import { createNearestIndex } from './nearest-index.ts';
import { DEPARTEMENT_CIRCLES } from './departements.ts';
import { shifted } from './geometry.ts';
import type { Point } from './geometry.ts';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** A spiral that leaves its circle by far has met nothing but sea. */
const MAX_TURNS = 12;

export type Commune = {
  /** The arrondissement's code in Paris, Lyon and Marseille, except for the three communes themselves. */
  insee: string;
  name: string;
  /** The first of its postal codes. */
  postcode: string;
  postcodes: string[];
  departement: string;
  departementName: string;
  region: string;
  population: number;
  /** Centre: real for the towns of `towns.ts`, computed inside the département for the others. */
  longitude: number;
  latitude: number;
  /** The commune of an arrondissement: 75056 Paris, 69123 Lyon, 13055 Marseille. */
  mother?: { insee: string; name: string };
  coastal: boolean;
};

const NEAR_SEA_METRES = 5000;
/** `communes.json` includes arrondissements; delegated and associated communes have no postal code and are left out. */
const Row = z.object({
  code: z.string(),
  nom: z.string(),
  departement: z.string().optional(),
  region: z.string().optional(),
  commune: z.string().optional(),
  codesPostaux: z.array(z.string()).min(1),
  population: z.number().default(0),
});
type Row = z.infer<typeof Row> & { departement: string };

const require = createRequire(import.meta.url);
const data = require.resolve('@etalab/decoupage-administratif/data/communes.json');
const read = (file: string): unknown[] =>
  z.array(z.unknown()).parse(JSON.parse(readFileSync(data.replace('communes.json', file), 'utf8')));
const names = (file: string): Map<string, string> =>
  new Map(
    read(file)
      .map((row) => z.object({ code: z.string(), nom: z.string() }).parse(row))
      .map((r) => [r.code, r.nom]),
  );

const departementNames = names('departements.json');
const regionNames = names('regions.json');
const rows = read('communes.json')
  .map((row) => Row.safeParse(row).data)
  .filter((row): row is Row => row?.departement !== undefined && row.departement in DEPARTEMENT_CIRCLES);
const rowByCode = new Map(rows.map((row) => [row.code, row]));
const motherCodes = new Set(rows.flatMap((row) => row.commune ?? []));

/** Mutable only while this module loads. */
const byInsee = new Map<string, Commune>();
const nearest = createNearestIndex<Commune>();

function commune(row: Row, [longitude, latitude]: readonly [number, number]): Commune {
  const mother = row.commune === undefined ? undefined : rowByCode.get(row.commune);
  return {
    insee: row.code,
    name: row.nom,
    postcode: row.codesPostaux[0] ?? '',
    postcodes: row.codesPostaux,
    departement: row.departement,
    departementName: departementNames.get(row.departement) ?? '',
    region: regionNames.get(row.region ?? '') ?? '',
    population: row.population,
    longitude,
    latitude,
    ...(mother && { mother: { insee: mother.code, name: mother.nom } }),
    coastal: SEASIDE_TOWNS.has(row.code) || nearSea(longitude, latitude, NEAR_SEA_METRES),
  };
}

function add(commune: Commune, radiusKm: number): void {
  byInsee.set(commune.insee, commune);
  nearest.add(commune, radiusKm * 2000);
}

for (const town of TOWNS) {
  const row = rowByCode.get(town.insee);
  if (!row) throw new Error(`towns.ts: no commune ${town.insee}`);
  add(commune(row, [town.longitude, town.latitude]), town.radiusKm);
}
function addSentinel(sentinel: Pick<Sentinel, 'insee' | 'name' | 'longitude' | 'latitude'>): void {
  const row = { code: sentinel.insee, nom: sentinel.name, departement: '48', region: '76', population: 1 };
  const place = commune({ ...row, codesPostaux: [SENTINEL_POSTCODE] }, [sentinel.longitude, sentinel.latitude]);
  add(place, SENTINEL_RADIUS_KM);
}

for (const sentinel of [...SENTINELS, ...DOCUMENT_SENTINELS]) addSentinel(sentinel);
const untypedRows = Map.groupBy(
  rows.filter(({ code }) => !byInsee.has(code) && !motherCodes.has(code)),
  ({ departement }) => departement,
);
for (const [code, circle] of Object.entries(DEPARTEMENT_CIRCLES)) {
  const untyped = (untypedRows.get(code) ?? []).sort((a, b) => b.population - a.population);
  const free = (longitude: number, latitude: number): boolean =>
    onFrenchLand(longitude, latitude) && nearest.isFree(longitude, latitude);
  for (const [i, centre] of spreadOver(circle, untyped.length, free).entries()) {
    const row = untyped[i];
    if (row) add(commune(row, centre), 0.5);
  }
}
// Last, so that they displace no other commune.
for (const sentinel of [...DRAWING_SENTINELS, CHANGING_SENTINEL, ...DATED_SENTINELS]) addSentinel(sentinel);
for (const code of motherCodes) {
  const row = rowByCode.get(code);
  const first = TOWNS.find((town) => rowByCode.get(town.insee)?.commune === code);
  if (row && first) byInsee.set(code, commune(row, [first.longitude, first.latitude]));
}

/** Every commune, arrondissements included, without the three communes that are divided into them. */
export const COMMUNES: readonly Commune[] = [...byInsee.values()].filter(({ insee }) => !motherCodes.has(insee));

/** The commune of the nearest centre; null at sea, abroad, and outside the five départements d'outre-mer. */
export function communeAt(longitude: number, latitude: number): Commune | null {
  return onFrenchLand(longitude, latitude) ? nearest.nearest(longitude, latitude) : null;
}

/** The commune of an INSEE code; 75056, 69123 and 13055 give the undivided commune. */
export function communeByInsee(code: string): Commune | null {
  return byInsee.get(code) ?? null;
}

const arrondissements = Map.groupBy(COMMUNES, ({ mother }) => mother?.insee);

/** The arrondissements of Paris, Lyon or Marseille; none for any other commune. */
export function arrondissementsOf(insee: string): Commune[] {
  return arrondissements.get(insee) ?? [];
}

/**
 * `count` points evenly spread on a sunflower spiral from the circle's centre outwards, leaving out those that are not
 * `free`; the spiral grows past the circle when many are left out, and is short of points only when there is no room.
 */
function spreadOver(
  [longitude, latitude, radiusKm]: readonly [number, number, number],
  count: number,
  free: (longitude: number, latitude: number) => boolean,
): Point[] {
  const points: Point[] = [];
  const spacing = (radiusKm * 1000) / Math.sqrt(Math.max(1, count));
  for (let k = 0; points.length < count && k < count * MAX_TURNS; k += 1) {
    const [radius, angle] = [spacing * Math.sqrt(k + 0.5), k * GOLDEN_ANGLE];
    const point = shifted([longitude, latitude], radius * Math.cos(angle), radius * Math.sin(angle));
    if (free(...point)) points.push(point);
  }
  return points;
}
