import type { Position } from 'geojson';
import type { Parcel, Place } from '../server/src/domain/geometry/place.ts';
import { createRandom, type Random } from '../tests/harness/seeded-random.ts';
import { lonLatOf } from './datasets-engine-files.ts';
import {
  builtAt,
  CLAY_ZONES,
  clayZone,
  communeAt,
  normal,
  PLAN_ZONES,
  planZone,
  share,
} from './datasets-engine-land.ts';

/** Where a place was put, and how many of them in a hundred. */
const KINDS = [
  { kind: 'built-up or anywhere', percent: 60, at: builtAt },
  {
    kind: 'across a limit of the clay map',
    percent: 12,
    at: (random: Random) => beside(ringOf(random, clayOf), random),
  },
  { kind: 'in a hole of a clay zone', percent: 6, at: (random: Random) => middleOf(holeOf(random)) },
  { kind: 'across the edge of a hole', percent: 6, at: (random: Random) => beside(holeOf(random), random) },
  { kind: 'across a limit of a plan', percent: 10, at: (random: Random) => beside(ringOf(random, planOf), random) },
  { kind: 'in a zone of a plan', percent: 6, at: (random: Random) => middleOf(ringOf(random, planOf)) },
] as const;

/** A place, and its parcels and point in metres for the peer. */
export type Sample = { kind: string; place: Place; parcels: Position[][]; point: Position };

export function* samples(count: number, seed: number): Generator<Sample> {
  for (let number = 0; number < count; number += 1) yield sample(createRandom(seed + number));
}

/** Paris has no clay map, and Marseille's codes are those of arrondissements. */
const isUsual = ({ place }: Sample): boolean => place.parcels.every(({ commune }) => !/^(?:75|13)/.test(commune));

function sample(random: Random): Sample {
  for (;;) {
    const drawn = drawnSample(random);
    if (isUsual(drawn)) return drawn;
  }
}

function drawnSample(random: Random): Sample {
  const drawn = random.below(100);
  let [past, chosen]: [number, (typeof KINDS)[number]] = [0, KINDS[0]];
  for (const one of KINDS) {
    if (drawn >= past) chosen = one;
    past += one.percent;
  }
  const centre = chosen.at(random);
  const parcels = [parcelAround(centre, random)];
  // One property in eight has two parcels, sometimes apart.
  if (random.percent(12)) {
    const [x = 0, y = 0] = centre;
    parcels.push(parcelAround([x + 65 + 150 * share(random), y + 30 * normal(random)], random));
  }
  const point: Position = random.percent(95) ? centre : (parcels[0]?.[0] ?? centre).map((value) => value + 3);
  return { kind: chosen.kind, place: placeOf(parcels, point), parcels, point };
}

/** Four to eight corners, 10 to 60 metres across. */
function parcelAround([x = 0, y = 0]: Position, random: Random): Position[] {
  const corners = 4 + random.below(5);
  const turn = 2 * Math.PI * share(random);
  const radius = 5 + 25 * share(random);
  return Array.from({ length: corners }, (_, i): Position => {
    const angle = turn + (2 * Math.PI * (i + 0.3 * share(random))) / corners;
    const reach = radius * (0.7 + 0.3 * share(random));
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

function placeOf(parcels: Position[][], point: Position): Place {
  const [longitude, latitude] = lonLatOf(point);
  const drawn = parcels.map((ring, i): Parcel => {
    const { code, name } = communeAt(ring[0] ?? point);
    const outer = ring.map(lonLatOf);
    const outline = { type: 'MultiPolygon' as const, coordinates: [[[...outer, outer[0] ?? [0, 0]]]] };
    const number = String(i + 1).padStart(4, '0');
    return { commune: code, communeName: name, prefix: '000', section: 'AA', number, areaSquareMetres: null, outline };
  });
  const [first] = drawn;
  if (first === undefined) throw new Error('a place without a parcel');
  const { commune, communeName } = first;
  return { longitude, latitude, inseeCodes: [commune], communeName, parcels: drawn };
}

const clayOf = (random: Random): Position[][] => clayZone(random.below(CLAY_ZONES)).rings;
const planOf = (random: Random): Position[][] => planZone(random.below(PLAN_ZONES)).rings;
const ringOf = (random: Random, zone: (random: Random) => Position[][]): Position[] => zone(random)[0] ?? [];

function holeOf(random: Random): Position[] {
  for (;;) {
    const hole = clayOf(random)[1];
    if (hole !== undefined) return hole;
  }
}

/** Within some metres of a vertex of the ring. */
function beside(ring: Position[], random: Random): Position {
  const [x = 0, y = 0] = ring[random.below(ring.length)] ?? [];
  return [x + 6 * normal(random), y + 6 * normal(random)];
}

function middleOf(ring: Position[]): Position {
  const mean = (axis: 0 | 1): number => ring.reduce((sum, position) => sum + (position[axis] ?? 0), 0) / ring.length;
  return [mean(0), mean(1)];
}
