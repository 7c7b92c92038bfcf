import type { MultiPolygon, Position } from 'geojson';
import { createRandom, type Random } from '../tests/harness/seeded-random.ts';

/** Parcels and a zone, in degrees of 1e-7, as releases have them; each polygon is valid. */
export type Pair = { kind: string; point: [number, number]; parcels: MultiPolygon[]; zone: MultiPolygon };

const STEP = 1e-7;
const METRES = 1 / 111_195;

/** A centre in France, and metres east and north of it to degrees. */
type Ground = { at: (x: number, y: number) => [number, number]; random: Random };

const between = (random: Random, low: number, high: number): number => low + ((high - low) * random.below(1e6)) / 1e6;
const rounded = (degrees: number): number => Number((Math.round(degrees / STEP) * STEP).toFixed(7));

function groundAt(random: Random): Ground {
  const [longitude, latitude] = [between(random, -4, 8), between(random, 42.5, 50.5)];
  const wide = METRES / Math.cos((latitude * Math.PI) / 180);
  return { random, at: (x, y) => [rounded(longitude + x * wide), rounded(latitude + y * METRES)] };
}

/** Four corners of a turned rectangle, its first edge towards `angle`. */
function corners({ at }: Ground, [x = 0, y = 0]: Position, [wide, deep, angle]: [number, number, number]): Position[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (u: number, v: number): Position => at(x + u * cos - v * sin, y + u * sin + v * cos);
  return [corner(0, 0), corner(wide, 0), corner(wide, deep), corner(0, deep)];
}

/** A simple ring around a centre; `share` of its reach for a hole that lies within it. */
function star({ at, random }: Ground, [x = 0, y = 0]: Position, reach: number): (share: number) => Position[] {
  const count = 5 + random.below(60);
  const radii = Array.from({ length: count }, () => reach * between(random, 0.5, 1));
  return (share) =>
    closed(
      radii.map((radius, i) => {
        const angle = (2 * Math.PI * i) / count;
        return at(x + share * radius * Math.cos(angle), y + share * radius * Math.sin(angle));
      }),
    );
}

const closed = (ring: Position[]): Position[] => [...ring, ring[0] ?? []];
const multi = (...coordinates: Position[][][]): MultiPolygon => ({ type: 'MultiPolygon', coordinates });

type Zone = (ground: Ground, parcel: Position[]) => MultiPolygon;
const middle = (ring: Position[]): Position =>
  [0, 1].map((i) => ring.reduce((sum, one) => sum + (one[i] ?? 0), 0) / ring.length);

const ZONES: Record<string, Zone> = {
  beside: (ground) =>
    multi([
      star(
        ground,
        [between(ground.random, -300, 300), between(ground.random, -300, 300)],
        between(ground.random, 5, 250),
      )(1),
    ]),
  around: (ground) => multi([star(ground, [0, 0], between(ground.random, 100, 3_000))(1)]),
  hole: (ground) => {
    const rings = star(
      ground,
      [between(ground.random, -80, 80), between(ground.random, -80, 80)],
      between(ground.random, 30, 600),
    );
    return multi([rings(1), rings(between(ground.random, 0.05, 0.9))]);
  },
  multipart: (ground) => {
    const parts = Array.from({ length: 2 + ground.random.below(4) }, (_, i) => [
      star(ground, [200 * i - 300, 0], 95)(1),
    ]);
    return multi(...parts);
  },
  'shared edge': ({ random }, parcel) => {
    const [a = [], b = []] = parcel;
    // Outside: the mirror of the parcel's middle over the edge that both have.
    const [[ax = 0, ay = 0], [bx = 0, by = 0], [mx = 0, my = 0]] = [a, b, middle(parcel)];
    const far: Position = [rounded(ax + bx - mx), rounded(ay + by - my)];
    return multi([closed(random.percent(50) ? [b, a, far] : [a, b, far])]);
  },
  'shared corner': (_, parcel) => {
    const [[ax = 0, ay = 0] = [], , [cx = 0, cy = 0] = []] = parcel;
    const [dx, dy] = [(ax - cx) / 3, (ay - cy) / 3];
    return multi([
      closed([
        [ax, ay],
        [rounded(ax + dx), rounded(ay + dy / 2)],
        [rounded(ax + dx / 2), rounded(ay + dy)],
      ]),
    ]);
  },
  'exact hole': (ground, parcel) => {
    const [x = 0, y = 0] = middle(parcel);
    const reach = between(ground.random, 0.002, 0.01);
    const outer = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([u = 0, v = 0]) => [rounded(x + u * reach), rounded(y + v * reach)]);
    return multi([closed(outer), closed(parcel.toReversed())]);
  },
  same: (_, parcel) => multi([closed(parcel)]),
  sliver: ({ random }, parcel) => {
    // Some centimetres over an edge of the parcel: below or above what counts as a contact.
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = [], [cx = 0, cy = 0] = []] = parcel;
    const depth = between(random, 0, 0.03);
    const inward = (x: number, y: number): Position => [rounded(x + depth * (cx - bx)), rounded(y + depth * (cy - by))];
    const outward = (x: number, y: number): Position => [rounded(x - cx + bx), rounded(y - cy + by)];
    return multi([closed([outward(ax, ay), outward(bx, by), inward(bx, by), inward(ax, ay)])]);
  },
};

/** The same seed gives the same pairs, of each kind in turn. */
export function pairs(count: number, seed: number): Pair[] {
  const random = createRandom(seed);
  const kinds = Object.entries(ZONES);
  return Array.from({ length: count }, (_, index) => {
    const [kind = '', zone = ZONES['same'] as Zone] = kinds[index % kinds.length] ?? [];
    const ground = groundAt(random);
    const angle = between(random, 0, 2 * Math.PI);
    const [wide, deep] = [between(random, 4, 90), between(random, 4, 90)];
    const first = corners(ground, [0, 0], [wide, deep, angle]);
    // Neighbours: one that has the opposite edge of the first, one apart.
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [, , c = [], d = []] = first;
    const [, , e = [], f = []] = corners(ground, [-deep * sin, deep * cos], [wide, deep, angle]);
    const apart = corners(ground, [400 * cos, 400 * sin], [deep, wide, angle]);
    const parcels = [first, [d, c, e, f], apart].slice(0, 1 + random.below(3));
    const [x, y] = [between(random, -0.2, 1.2) * wide, between(random, -0.2, 1.2) * deep];
    const point = ground.at(x * cos - y * sin, x * sin + y * cos);
    return { kind, point, parcels: parcels.map((ring) => multi([closed(ring)])), zone: zone(ground, first) };
  });
}
