import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { distanceMetres, insideRing } from '#territory/geometry.ts';
import type { Point } from '#territory/geometry.ts';
import { plainWords } from '#territory/plain-text.ts';

/**
 * Real answers recorded in a folder (simulators/README.md). A plugin asks the finder of its service first:
 *
 *     const held = simulation.recordings?.georisques('v1/radon', { insee: ['75113'] });
 *     if (simulation.recordings) return held ?? reply.code(404).send(NOT_RECORDED);
 *
 * so that recorded and synthetic facts never mix: a heading whose answer is not held becomes « non obtenu ».
 */
export type Recordings = {
  /** The recorded search whose label contains every word of `q`. */
  search(q: string): Collection | null;
  /** The recorded address within 150 m. */
  reverse(longitude: number, latitude: number): Collection | null;
  /** Recorded parcels in API Carto's format; `[]` without any. */
  parcels: readonly Feature[];
  /** Body of `path` (`v1/resultats_rapport_risque`, `v2/gaspar/pprn`) when it was recorded for that place. */
  georisques(path: string, place: { at?: Point | null; insee?: readonly string[]; page?: number }): unknown;
  /** PEB zones that contain the point; null outside every recorded zone, where nothing is known. */
  noiseZones(longitude: number, latitude: number): Collection | null;
  /** Index of the PEB decrees, 12 of 224 aerodromes. */
  noiseDecrees: Collection | null;
  /** GPU surfaces (`assiette-sup-s`) that contain the point; null when none is recorded there. */
  servitudes(longitude: number, latitude: number): Collection | null;
};

export const NOT_RECORDED = { code: 404, message: 'non enregistré' } as const;

const Geometry = z.looseObject({ type: z.string(), coordinates: z.array(z.unknown()) });
const Feature = z.looseObject({
  type: z.literal('Feature'),
  id: z.string().optional(),
  geometry: Geometry,
  properties: z.record(z.string(), z.unknown()),
});
const Collection = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(Feature) });
export type Feature = z.infer<typeof Feature>;
type Collection = z.infer<typeof Collection>;
const Polygons = z.array(z.array(z.array(z.tuple([z.number(), z.number()]))));

/**
 * Recorded bodies do not name their place: `index.json` of the folder does, by file; these are the places of recordings
 * without an index. The first INSEE code is the place's own.
 */
const Index = z.record(
  z.string(),
  z.object({ at: z.tuple([z.number(), z.number()]).optional(), insee: z.array(z.string()) }),
);
const KNOWN: z.infer<typeof Index> = {
  'georisques/resultats_rapport_risque-paris13.json': { at: [2.376, 48.83], insee: ['75113'] },
  'georisques/resultats_rapport_risque-vieuxferrette.json': { at: [7.295802, 47.503983], insee: ['68347'] },
  'georisques/installations_classees-paris13.json': { at: [2.376, 48.83], insee: ['75113'] },
  'georisques/radon-75113.json': { insee: ['75113'] },
  'georisques/radon-35288.json': { insee: ['35288'] },
  'georisques/v2-pprn-toulouse-excerpt.json': { insee: ['31555'] },
};
/** Question of a file, by the start of its name. */
const PATHS: [name: string, path: string, by: 'at' | 'insee'][] = [
  ['resultats_rapport_risque-', 'v1/resultats_rapport_risque', 'at'],
  ['installations_classees-', 'v1/installations_classees', 'at'],
  ['radon-', 'v1/radon', 'insee'],
  ['v2-pprn-', 'v2/gaspar/pprn', 'insee'],
];
const SAME_PLACE_METRES = 150;

/** Reads the folder once. Missing files are ignored; a file that is not JSON throws. */
export function loadRecordings(directory: string): Recordings {
  const searches = collections(directory, 'geocodage', /^search-/);
  const reverses = collections(directory, 'geocodage', /^reverse-/);
  const noise = collections(directory, 'peb', /^bruit-peb-/).flatMap(({ features }) => features);
  const gpu = collections(directory, 'gpu', /^assiette-sup-s/).flatMap(({ features }) => features);
  const cadastre = [...collections(directory, 'cadastre-apicarto'), ...collections(directory, 'cadastre-ign-pci')];
  return {
    search: (q) => searches.find(({ features }) => holdsWords(String(features[0]?.properties['label']), q)) ?? null,
    reverse: (longitude, latitude) =>
      reverses.find(({ features }) =>
        near(z.tuple([z.number(), z.number()]).parse(features[0]?.geometry.coordinates), [longitude, latitude]),
      ) ?? null,
    parcels: cadastre.flatMap(({ features }) => features),
    georisques: (path, place) => georisques(directory, path, place),
    noiseZones: (longitude, latitude) => around(noise, [longitude, latitude]),
    noiseDecrees: collections(directory, 'peb', /^bruit-arrete/)[0] ?? null,
    servitudes: (longitude, latitude) => around(gpu, [longitude, latitude]),
  };
}

/** True when the point lies in the (multi)polygon, outside its holes. */
function holds(geometry: Feature['geometry'], point: Point): boolean {
  const polygons = Polygons.safeParse(geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).data;
  return (polygons ?? []).some((rings) => rings.filter((ring) => insideRing(ring, point)).length % 2 === 1);
}

function georisques(directory: string, path: string, place: Parameters<Recordings['georisques']>[1]): unknown {
  const question = PATHS.find(([, asked]) => asked === path);
  // Only first pages are recorded.
  if (question === undefined || (place.page ?? 1) > 1) return null;
  const [name, , by] = question;
  const index = Index.parse(json(directory, '', 'index.json') ?? KNOWN);
  const found = Object.entries(index).find(([file, { at, insee }]) => {
    if (!file.startsWith(`georisques/${name}`)) return false;
    return by === 'at' ? at && place.at && near(at, place.at) : place.insee?.includes(insee[0] ?? '');
  });
  return found === undefined ? null : json(directory, 'georisques', found[0].slice('georisques/'.length));
}

function around(features: Feature[], point: Point): Collection | null {
  const found = features.filter(({ geometry }) => holds(geometry, point));
  if (found.length === 0) return null;
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } };
  return { type: 'FeatureCollection', features: found, totalFeatures: 'unknown', numberReturned: found.length, crs };
}

function collections(directory: string, folder: string, name = /./): Collection[] {
  return files(directory, folder)
    .filter((file) => name.test(file) && file.endsWith('json'))
    .flatMap((file) => Collection.safeParse(json(directory, folder, file)).data ?? [])
    .filter(({ features }) => features.length > 0);
}

function files(directory: string, folder: string): string[] {
  try {
    return readdirSync(path.join(directory, folder)).sort();
  } catch {
    return [];
  }
}

function json(directory: string, folder: string, file: string): unknown {
  if (!files(directory, folder).includes(file)) return null;
  return JSON.parse(readFileSync(path.join(directory, folder, file), 'utf8'));
}

function near(a: Point, b: Point): boolean {
  return distanceMetres(a, b) <= SAME_PLACE_METRES;
}

function holdsWords(label: string, q: string): boolean {
  const held = plainWords(label);
  return plainWords(q).every((word) => held.some((other) => other.startsWith(word)));
}
