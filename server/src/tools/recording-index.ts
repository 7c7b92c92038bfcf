import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import { placeAt } from './conformance-case.ts';

/**
 * The place of each recorded body, which the body seldom names. `index.json` at the root of a recording: `{
 * "georisques/radon-35288.json": { "at": [-2.0257, 48.6493], "insee": ["35288"] } }`.
 */
const Index = z.record(
  z.string(),
  z.object({ at: z.tuple([z.number(), z.number()]), insee: z.array(z.string()).min(1) }),
);
type RecordingIndex = z.infer<typeof Index>;

/** For recordings without an index, which are read-only. */
const KNOWN: RecordingIndex = {
  'georisques/resultats_rapport_risque-paris13.json': { at: [2.376, 48.83], insee: ['75113', '75056'] },
  'georisques/resultats_rapport_risque-paris7-excerpt.json': { at: [2.3039, 48.8506], insee: ['75107', '75056'] },
  'georisques/resultats_rapport_risque-vieuxferrette.json': { at: [7.295802, 47.503983], insee: ['68347'] },
  'georisques/radon-75113.json': { at: [2.376, 48.83], insee: ['75113', '75056'] },
  'georisques/radon-35288.json': { at: [-2.0257, 48.6493], insee: ['35288'] },
  'georisques/gaspar-risques-35288.json': { at: [-2.0257, 48.6493], insee: ['35288'] },
  'georisques/installations_classees-paris13.json': { at: [2.376, 48.83], insee: ['75113', '75056'] },
  'georisques/rga-excerpts.json': { at: [1.4446, 43.5992], insee: ['31555'] },
  'georisques/zonage_sismique-excerpts.json': { at: [1.4446, 43.5992], insee: ['31555'] },
  'georisques/v2-pprn-toulouse-excerpt.json': { at: [1.4446, 43.5992], insee: ['31555'] },
  'georisques/v2-401.json': { at: [1.4446, 43.5992], insee: ['31555'] },
};

/** The place of one file of the recording. @throws when the index lacks it. */
export type PlaceOf = (file: string) => Place;

export async function readRecordingIndex(directory: string): Promise<PlaceOf> {
  const index = await indexOf(directory);
  return (file) => {
    const asked = index[file];
    if (asked === undefined) throw new Error('son lieu n’est pas dans l’index de l’enregistrement (index.json)');
    return placeAt(...asked.at, asked.insee);
  };
}

/** Each place of the recording once, with its first code. */
export async function recordedPlaces(directory: string): Promise<Place[]> {
  const index = await indexOf(directory);
  const held = Object.entries(index).filter(([file]) => existsSync(path.join(directory, file)));
  const places = new Map(held.map(([, { at, insee }]) => [insee[0], placeAt(...at, insee)]));
  return [...places.values()];
}

async function indexOf(directory: string): Promise<RecordingIndex> {
  const text = await readFile(path.join(directory, 'index.json'), 'utf8').catch(() => null);
  return text === null ? KNOWN : Index.parse(JSON.parse(text));
}
