import type { Position } from 'geojson';
import { createRandom, type Random } from '../tests/harness/seeded-random.ts';

/**
 * A synthetic mainland in Lambert-93, the size of the real one: 96 départements of 14 by 26 square communes of 4 km. Each
 * zone and site is drawn from a seed and its number: the same everywhere, in any order.
 */
export const SIDE_METRES = 4_000;
const WIDTH = 12 * 14;
export const ORIGIN = { x: 300_000, y: 6_150_000 };
const DEPARTEMENTS = Array.from({ length: 95 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((code) =>
  code === '20' ? ['2A', '2B'] : [code],
);
const IN_DEPARTEMENT = 14 * 26;
export const COMMUNES = DEPARTEMENTS.length * IN_DEPARTEMENT;

export type Commune = { code: string; departement: string; name: string; west: number; south: number };
/** A zone with its outer ring first, then its holes; rings are not closed. */
export type Zone = { rings: Position[][]; level: number; departement: string };

/** By its number, from 0. */
export function communeOf(number: number): Commune {
  const [departement, within] = [Math.floor(number / IN_DEPARTEMENT), number % IN_DEPARTEMENT];
  const column = (departement % 12) * 14 + (within % 14);
  const row = Math.floor(departement / 12) * 26 + Math.floor(within / 14);
  const code = DEPARTEMENTS[departement] ?? '';
  return {
    code: `${code}${String(within + 1).padStart(3, '0')}`,
    departement: code,
    name: `Commune ${number}`,
    west: ORIGIN.x + column * SIDE_METRES,
    south: ORIGIN.y + row * SIDE_METRES,
  };
}

export function communeAt([x = 0, y = 0]: Position): Commune {
  const column = Math.min(WIDTH - 1, Math.max(0, Math.floor((x - ORIGIN.x) / SIDE_METRES)));
  const row = Math.min(8 * 26 - 1, Math.max(0, Math.floor((y - ORIGIN.y) / SIDE_METRES)));
  const departement = Math.floor(row / 26) * 12 + Math.floor(column / 14);
  return communeOf(departement * IN_DEPARTEMENT + (row % 26) * 14 + (column % 14));
}

/** From 0 to 1. */
export const share = (random: Random): number => random.below(2 ** 30) / 2 ** 30;

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - share(random))) * Math.cos(2 * Math.PI * share(random));
}

/** A centre of population; half of what is built is around one of them. */
export const TOWNS = 2_000;
const TOWN_METRES = 800;

export function townOf(number: number): Position {
  const random = createRandom(7_000_000 + number);
  const { west, south } = communeOf(random.below(COMMUNES));
  return [west + SIDE_METRES * (0.3 + 0.4 * share(random)), south + SIDE_METRES * (0.3 + 0.4 * share(random))];
}

/** Around a town, or anywhere. */
export function builtAt(random: Random): Position {
  if (random.percent(50)) {
    const [x = 0, y = 0] = townOf(random.below(TOWNS));
    return [x + TOWN_METRES * normal(random), y + TOWN_METRES * normal(random)];
  }
  const { west, south } = communeOf(random.below(COMMUNES));
  return [west + SIDE_METRES * share(random), south + SIDE_METRES * share(random)];
}

type Blob = { centre: Position; radius: number; count: number };

/** A ring around its centre, indented at several scales; never nearer to it than 0.55 radius. */
export function blob({ centre, radius, count }: Blob, random: Random): Position[] {
  const waves = [2, 3, 5, 9, 17, 41].map((frequency, i) => ({
    frequency,
    phase: 2 * Math.PI * share(random),
    height: [0.13, 0.1, 0.08, 0.06, 0.04, 0.02][i] ?? 0,
  }));
  return Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    const wave = waves.reduce(
      (sum, { frequency, phase, height }) => sum + height * Math.sin(frequency * angle + phase),
      0,
    );
    return at(centre, radius * (1 + wave + 0.02 * (share(random) - 0.5)), angle);
  });
}

/** To a centimetre, as published files often are. */
function at([x = 0, y = 0]: Position, radius: number, angle: number): Position {
  const cents = (value: number): number => Math.round(value * 100) / 100;
  return [cents(x + radius * Math.cos(angle)), cents(y + radius * Math.sin(angle))];
}

/** Log-normal: many short rings, some of thousands of vertices. */
export function vertexCount(random: Random, { usual, most }: { usual: number; most: number }): number {
  return Math.round(Math.min(most, Math.max(12, usual * Math.exp(normal(random)))));
}

/** Clay: 100,000 cells with a zone each; a zone in five has a hole that another zone fills, along the same vertices. */
const CLAY_WIDTH = 250;
const CLAY_CELLS = 100_000;
const FILLED_EVERY = 5;
export const CLAY_ZONES = CLAY_CELLS + CLAY_CELLS / FILLED_EVERY;
const CLAY_CELL = { x: (WIDTH * SIDE_METRES) / CLAY_WIDTH, y: 2_080 };

export function clayZone(number: number): Zone {
  if (number < CLAY_CELLS) return clayCell(number);
  const { rings, level, departement } = clayCell((number - CLAY_CELLS) * FILLED_EVERY);
  return { rings: [(rings[1] ?? []).toReversed()], level: (level % 3) + 1, departement };
}

function clayCell(cell: number): Zone {
  const random = createRandom(1_000_000 + cell);
  const centre: Position = [
    ORIGIN.x + CLAY_CELL.x * ((cell % CLAY_WIDTH) + 0.4 + 0.2 * share(random)),
    ORIGIN.y + CLAY_CELL.y * (Math.floor(cell / CLAY_WIDTH) + 0.4 + 0.2 * share(random)),
  ];
  const count = vertexCount(random, { usual: 139, most: 20_000 });
  const radius = CLAY_CELL.y * (0.3 + 0.35 * share(random));
  const level = 1 + random.below(3);
  const { departement } = communeAt(centre);
  const isFilled = cell % FILLED_EVERY === 0;
  if (!isFilled && random.percent(2)) return { rings: [sliver({ centre, radius, count }, random)], level, departement };
  const holes = isFilled || random.percent(20) ? 1 + random.below(3) : 0;
  return {
    rings: [blob({ centre, radius, count }, random), ...holesIn({ centre, radius, count }, holes, random)],
    level,
    departement,
  };
}

/** Some metres wide and kilometres long, along a winding line. */
function sliver(given: Blob, random: Random): Position[] {
  const half = blob({ ...given, count: Math.max(8, given.count) }, random);
  const open = half.slice(0, Math.floor(half.length / 2));
  const [x = 0, y = 0] = given.centre;
  const inner = open.map(([px = 0, py = 0]): Position => {
    const reach = Math.hypot(px - x, py - y);
    return at(given.centre, reach - 2, Math.atan2(py - y, px - x));
  });
  return [...open, ...inner.toReversed()];
}

/** Up to three, apart from each other and from the outer ring; turning the other way. */
function holesIn({ centre: [x = 0, y = 0], radius, count }: Blob, holes: number, random: Random): Position[][] {
  return Array.from({ length: holes }, (_, i) => {
    const angle = (2 * Math.PI * i) / 3;
    const centre: Position = [x + 0.3 * radius * Math.cos(angle), y + 0.3 * radius * Math.sin(angle)];
    const ring = blob(
      { centre, radius: radius * (0.03 + 0.07 * share(random)), count: Math.min(200, Math.max(12, count >> 3)) },
      random,
    );
    return ring.toReversed();
  });
}

/** Plans: 6,000 of 50 zones, each in one commune. */
export const PLANS = 6_000;
const ZONES_OF_PLAN = 50;
export const PLAN_ZONES = PLANS * ZONES_OF_PLAN;
const ZONE_METRES = SIDE_METRES / 7;

export type Plan = { id: string; family: 'pprn' | 'pprm' | 'pprt'; commune: Commune };

export function planOf(number: number): Plan {
  const commune = communeOf(Math.floor((number * COMMUNES) / PLANS));
  const family = number % 20 < 18 ? 'pprn' : number % 20 === 18 ? 'pprm' : 'pprt';
  return { id: `${commune.departement}DDT${String(20_000_000 + number)}`, family, commune };
}

export type PlanZone = { plan: string; code: string; name: string; type: string; rings: Position[][] };

export function planZone(number: number): PlanZone {
  const random = createRandom(3_000_000 + number);
  const { id, commune } = planOf(Math.floor(number / ZONES_OF_PLAN));
  const place = number % ZONES_OF_PLAN;
  const centre: Position = [
    commune.west + ZONE_METRES * ((place % 7) + 0.5),
    commune.south + ZONE_METRES * ((Math.floor(place / 7) % 7) + 0.5),
  ];
  const count = vertexCount(random, { usual: 28, most: 2_000 });
  const radius = ZONE_METRES * (0.3 + 0.35 * share(random));
  const type = 1 + random.below(4);
  const rings = [blob({ centre, radius, count }, random)];
  if (random.percent(10)) rings.push(...holesIn({ centre, radius, count }, 1, random));
  const name = `Zone ${number}`;
  return { plan: id, code: `${'PBRS'[type - 1]}${1 + random.below(3)}`, name, type: `0${type}`, rings };
}
