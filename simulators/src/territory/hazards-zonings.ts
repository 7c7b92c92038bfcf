import type { Commune } from './communes.ts';
import type { Point } from './geometry.ts';
import { unit } from './hash.ts';
import { centreOf, field } from './hazards-field.ts';
import { datedChange } from './world.ts';

/** Zonings that every commune or point has: séisme, radon, argiles, débroussaillement, nappes, canalisations. */

const SEISMIC_ZONES: Record<2 | 3 | 4 | 5, string> = {
  5: '971 972',
  4: '04 05 06 09 64 65 68 74',
  3: '01 13 16 17 25 26 38 66 67 73 79 83 84 85 86 88 90 976',
  2: '03 07 11 12 15 19 22 23 29 30 31 34 35 36 39 42 43 44 48 49 50 53 56 57 59 61 62 63 69 70 71 87 974',
};
const SEISMIC_ZONE_BY_DEPARTEMENT = new Map(
  Object.entries(SEISMIC_ZONES).flatMap(([zone, list]) => list.split(' ').map((code) => [code, Number(zone)] as const)),
);

const GRANITE = new Set('2A 2B 15 19 22 23 29 35 42 43 48 56 63 87'.split(' '));
const PARTLY_GRANITE = new Set(
  '03 04 05 06 07 09 12 44 49 50 53 58 64 65 66 68 69 71 73 74 79 81 83 85 88 90'.split(' '),
);

/** Communes whose published class is known, and which the simulator must reproduce. */
const KNOWN_RADON: Record<string, 1 | 2 | 3> = { '42218': 3, '35288': 1, '28085': 1, '44109': 3, '50129': 3 };
/** Communes that the decree classifies unlike most of their département. */
const KNOWN_SEISMIC: Record<string, 3 | 4> = { '38185': 4, '05061': 3, '13001': 4, '63113': 3 };

const WOODED = new Set('04 05 06 07 11 13 26 30 33 34 40 47 48 64 65 66 81 83 84 2A 2B'.split(' '));
/** Leaves some two thirds of a wooded département concerned. */
const FAR_FROM_WOODS = 0.42;

/** R. 563-4: 1 très faible to 5 forte. Mostly by whole département; the decree goes down to the commune. */
export function seismicZone(commune: Commune): 1 | 2 | 3 | 4 | 5 {
  const zone = KNOWN_SEISMIC[commune.insee] ?? SEISMIC_ZONE_BY_DEPARTEMENT.get(commune.departement) ?? 1;
  return zone as 1 | 2 | 3 | 4 | 5;
}

/** 1 faible, 2 faible with geological factors, 3 significatif. */
export function radonPotential(commune: Commune): 1 | 2 | 3 {
  const change = datedChange(commune.insee);
  if (change?.mode === 'radon') return change.isPast ? 3 : 1;
  const known = KNOWN_RADON[commune.insee];
  if (known !== undefined) return known;
  const rock = field('granite', centreOf(commune), 25_000);
  if (GRANITE.has(commune.departement)) return rock > 0.1 ? 3 : 2;
  if (!PARTLY_GRANITE.has(commune.departement)) return 1;
  return rock > 0.55 ? 3 : rock > 0.42 ? 2 : 1;
}

/** 0 outside any zone to 3 forte. Paris and overseas are not mapped. */
export function clayExposure(commune: Commune, point: Point): 0 | 1 | 2 | 3 {
  if (commune.departement === '75' || commune.departement.startsWith('97')) return 0;
  const clay = 0.65 * field('clay', point, 14_000) + 0.35 * field('clay-detail', point, 1800);
  return clay > 0.62 ? 3 : clay > 0.46 ? 2 : clay > 0.3 ? 1 : 0;
}

/** True less than 200 m from a wood of a wooded département (L. 134-6 du code forestier). */
export function mustClearBrush(commune: Commune, point: Point): boolean {
  return WOODED.has(commune.departement) && field('woods', point, 900) > FAR_FROM_WOODS;
}

/** Whether some wood of the commune makes brush clearing compulsory there. */
export function hasBrushClearing(commune: Commune): boolean {
  return WOODED.has(commune.departement);
}

export function groundwaterRises(point: Point): boolean {
  return field('groundwater', point, 2500) > 0.52;
}

/** A pipeline of dangerous substances crosses the neighbourhood: long narrow bands. */
export function nearPipeline(point: Point): boolean {
  return Math.abs(field('pipeline', point, 9000) - 0.5) < 0.02;
}

/** The commune is crossed by one, wherever that is. */
export function communeHasPipeline(commune: Commune): boolean {
  return nearPipeline(centreOf(commune)) || unit('pipeline', commune.insee) < 0.3;
}
