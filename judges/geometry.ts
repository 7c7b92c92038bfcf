import { resolve } from 'node:path';
import type { MultiPolygon } from 'geojson';
import { z } from 'zod';
import { packedSurface, ringsNear } from '../server/src/adapters/datasets/feature-geometry.ts';
import type { Place } from '../server/src/domain/geometry/place.ts';
import type { Overlap } from '../server/src/domain/geometry/overlap.ts';
import { overlapOf, placeZones, propertyAt } from '../server/src/domain/geometry/overlap.ts';
import { zonesAround } from '../server/src/domain/geometry/zones.ts';
import { python } from './install.ts';
import { mustFind, NoVerdict, parsed, successOf, type Judge } from './judge.ts';
import { pairs, type Pair } from './pairs.ts';

const COUNT = 10_000;
const SEED = 37;

const Said = z.object({ version: z.string(), judged: z.number(), findings: z.array(z.string()) });
/** What each of our ways to compare says; a way that finds a zone too far says null. */
type Compared = Pair & { ours: Record<string, Overlap | null> };

export const judge: Judge = {
  minutes: 20,
  async run() {
    const compared = pairs(COUNT, SEED).map((pair) => ({ ...pair, ours: ourOverlaps(pair) }));
    const ask = askerOf(await python());
    await judgeTheJudge(ask, compared);
    const { version, judged, findings } = await ask(compared);
    if (judged !== COUNT) throw new NoVerdict(`shapely judged ${judged} pairs of ${COUNT}.`);
    const what = `${COUNT.toLocaleString('fr')} couples d’un bien et d’une zone, par les trois moyens du domaine`;
    return { judge: `shapely ${version}`, what: `${what} (graine ${SEED})`, findings };
  },
};

const askerOf = (python: string) => async (compared: Compared[]) => {
  const input = JSON.stringify(compared);
  const program = resolve(import.meta.dirname, 'python/geometry.py');
  return parsed('shapely', await successOf(python, [program], { input, minutes: 15 }), Said);
};

/** By JTS, by the arithmetic for simple drawings, and by that of the releases. */
function ourOverlaps({ point: [longitude, latitude], parcels, zone }: Pair): Compared['ours'] {
  const parcel = { commune: '', communeName: '', prefix: '000', section: 'AA', number: '0001', areaSquareMetres: null };
  const place: Place = {
    longitude,
    latitude,
    inseeCodes: [],
    communeName: '',
    parcels: parcels.map((outline) => ({ ...parcel, outline: outline as Place['parcels'][number]['outline'] })),
  };
  const property = propertyAt(place);
  const { zones, nearby, unreadable } = placeZones(property, [{ outline: zone }]);
  if (unreadable.length > 0) throw new Error('a valid zone is said to be unreadable');
  return {
    jts: overlapOf(property, zone),
    simple: [...zones, ...nearby][0]?.overlap ?? null,
    releases: zonesAround(storeOf(zone), place, 1e4)[0]?.overlap ?? null,
  };
}

function storeOf(zone: MultiPolygon): Parameters<typeof zonesAround>[0] {
  const packed = packedSurface(zone) ?? new Uint8Array();
  return { zonesIn: () => [{ row: 0, ringsNear: (box) => ringsNear(packed, box) }], boxesIn: () => [] };
}

/** A crossed zone, a share and a distance that are wrong, and a relation that is the contrary. */
async function judgeTheJudge(ask: ReturnType<typeof askerOf>, compared: Compared[]): Promise<void> {
  const find = (isOne: (overlap: Overlap) => boolean): { pair: Compared; overlap: Overlap } => {
    for (const pair of compared) {
      const overlap = pair.ours['jts'] ?? null;
      if (overlap !== null && isOne(overlap)) return { pair, overlap };
    }
    throw new Error('no pair to plant a fault in');
  };
  const { pair: crossing, overlap } = find(
    ({ touchesParcel, shareOfParcel }) => touchesParcel && Number(shareOfParcel) < 0.9,
  );
  const { pair: apart, overlap: far } = find(({ distanceMetres }) => Number(distanceMetres) > 5);
  const planted: Record<string, Compared> = {
    'a crossed polygon': { ...crossing, zone: crossed(crossing.parcels) },
    'a wrong share': saying(crossing, { ...overlap, shareOfParcel: Number(overlap.shareOfParcel) + 0.001 }),
    'a wrong distance': saying(apart, { ...far, distanceMetres: Number(far.distanceMetres) + 0.3 }),
    'a wrong relation': saying(crossing, { ...overlap, touchesParcel: false }),
  };
  for (const [fault, pair] of Object.entries(planted)) {
    mustFind('shapely', fault, (await ask([pair])).findings.length > 0);
  }
}

const saying = (pair: Compared, overlap: Overlap): Compared => ({ ...pair, ours: { planted: overlap } });

/** The corners of a parcel, two of them in the wrong order. */
function crossed([parcel]: MultiPolygon[]): MultiPolygon {
  const [a = [], b = [], c = [], d = []] = parcel?.coordinates.flat(2) ?? [];
  return { type: 'MultiPolygon', coordinates: [[[a, c, b, d, a]]] };
}
