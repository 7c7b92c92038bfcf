import type { Commune } from './communes.ts';
import { distanceMetres, shifted, type Point } from './geometry.ts';
import { unit } from './hash.ts';
import { centreOf, field, patch, ribbon } from './hazards-field.ts';
import { clayExposure } from './hazards-zonings.ts';

/** Which hazards a plan de prévention can be about, and where. Intensities go from 0 (outside any zone) to 1. */

export type PlanFamily = 'pprn' | 'pprm' | 'pprt';
export type PlanKind = {
  /** Last digit of the plan's Gaspar id: the id alone identifies the plan. */
  digit: number;
  family: PlanFamily;
  procedure: string;
  /** The hazard as the plan's name says it: « PPR littoral - Nice ». */
  title: string;
  hazard: { code: string; label: string; detail: string };
  /** Whether that commune has such a plan; overridden for the towns of `hazards-plans-typed.ts`. */
  concerns(commune: Commune): boolean;
  intensity(point: Point, commune: Commune): number;
};

const SNOW = new Set('04 05 06 09 31 38 65 66 73 74'.split(' '));
const FOREST = new Set('04 06 11 13 30 33 34 40 66 83 84 2A 2B'.split(' '));
const MINING_TOWNS = new Set('62498 62510 13041 57240 54323 42218'.split(' '));

/** Plants with a PPRT, by INSEE code; so far east of the town's centre that the centre is in a known zone. */
export const PLANTS: Record<string, { name: string; metresEast: number; prescribed?: true }> = {
  '69276': { name: 'Feyzin', metresEast: 300 },
  '69123': { name: 'Vallée de la chimie', metresEast: 2300 },
  '76305': { name: 'Zone industrialo-portuaire du Havre', metresEast: 120 },
  '76351': { name: 'Zone industrialo-portuaire du Havre', metresEast: 1600 },
  '59183': { name: 'Dunkerque', metresEast: 60 },
  '67482': { name: 'Port aux pétroles', metresEast: 2200 },
  '13039': { name: 'Fos Ouest', metresEast: 700, prescribed: true },
};

export function plantOf(commune: Commune): Point | null {
  const plant = PLANTS[commune.insee];
  return plant ? shifted(centreOf(commune), plant.metresEast, 0) : null;
}

const flood: PlanKind = {
  digit: 1,
  family: 'pprn',
  procedure: 'PPRN-I',
  title: 'inondation',
  hazard: { code: '11', label: 'Inondation', detail: 'Par une crue à débordement lent de cours d’eau' },
  concerns: (commune) => field('flood-plan', centreOf(commune), 20_000) > 0.5,
  intensity: (point) => ribbon('river', point, 2600),
};
const landslide: PlanKind = {
  digit: 2,
  family: 'pprn',
  procedure: 'PPRN-MVT',
  title: 'mouvements de terrain',
  hazard: { code: '12', label: 'Mouvement de terrain', detail: 'Glissement de terrain' },
  concerns: (commune) => field('landslide-plan', centreOf(commune), 20_000) > 0.68,
  intensity: (point) => ribbon('slope', point, 1700),
};
const clay: PlanKind = {
  digit: 3,
  family: 'pprn',
  procedure: 'PPRN-RGA',
  title: 'Sécheresse',
  hazard: { code: '12', label: 'Mouvement de terrain', detail: 'Tassements différentiels' },
  concerns: (commune) => clayExposure(commune, centreOf(commune)) === 3 && unit('clay-plan', commune.insee) < 0.6,
  intensity: (point, commune) => [0, 0, 0.35, 0.6][clayExposure(commune, point)] ?? 0,
};
const avalanche: PlanKind = {
  digit: 4,
  family: 'pprn',
  procedure: 'PPRN-AV',
  title: 'avalanches',
  hazard: { code: '14', label: 'Avalanche', detail: 'Avalanche' },
  concerns: (commune) => SNOW.has(commune.departement) && field('snow', centreOf(commune), 15_000) > 0.5,
  intensity: (point) => ribbon('avalanche', point, 2200),
};
const sea: PlanKind = {
  digit: 5,
  family: 'pprn',
  procedure: 'PPRN-L',
  title: 'littoral',
  hazard: { code: '11', label: 'Inondation', detail: 'Par submersion marine' },
  concerns: (commune) => commune.coastal && unit('sea-plan', commune.insee) < 0.7,
  intensity: (point) => patch('sea', point, 1500),
};
const fire: PlanKind = {
  digit: 6,
  family: 'pprn',
  procedure: 'PPRN-IF',
  title: 'incendie de forêt',
  hazard: { code: '16', label: 'Feu de forêt', detail: 'Feu de forêt' },
  concerns: (commune) => FOREST.has(commune.departement) && field('fire-plan', centreOf(commune), 15_000) > 0.55,
  intensity: (point) => patch('fire', point, 1800),
};
const plant: PlanKind = {
  digit: 8,
  family: 'pprt',
  procedure: 'PPRT',
  title: 'technologique',
  hazard: { code: '21', label: 'Risque industriel', detail: 'Effet thermique' },
  concerns: (commune) => commune.insee in PLANTS,
  intensity: (point, commune) => Math.max(0, 1 - distanceMetres(plantOf(commune) ?? [0, 0], point) / 2500),
};
const mine: PlanKind = {
  digit: 9,
  family: 'pprm',
  procedure: 'PPRM',
  title: 'minier',
  hazard: { code: '31', label: 'Risque minier', detail: 'Affaissements progressifs' },
  concerns: (commune) => MINING_TOWNS.has(commune.insee),
  intensity: (point, commune) =>
    Math.max(ribbon('mine', point, 1500), distanceMetres(centreOf(commune), point) < 700 ? 0.5 : 0),
};

export const PLAN_KINDS: readonly PlanKind[] = [flood, landslide, clay, avalanche, sea, fire, plant, mine];
