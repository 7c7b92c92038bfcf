import { expect, it } from 'vitest';
import { COMMUNES, communeByInsee } from './communes.ts';
import { distanceMetres, shifted, type Point } from './geometry.ts';
import { centreOf, field } from './hazards-field.ts';
import { placesAround } from './hazards-grid.ts';
import { planById, plansOf, zonesAt, type Plan } from './hazards-plans.ts';
import { clayExposure, radonPotential, seismicZone } from './hazards-zonings.ts';

const SOME = COMMUNES.filter((_, index) => index % 97 === 0);
const share = (count: number, total: number) => Math.round((100 * count) / total);

it('is smooth: one metre changes a field by nearly nothing, a wavelength by much', () => {
  const here: Point = [2.376, 48.83];
  expect(Math.abs(field('river', here, 2600) - field('river', shifted(here, 1, 1), 2600))).toBeLessThan(0.005);
  const far = Array.from({ length: 40 }, (_, step) => field('river', shifted(here, step * 2600, 0), 2600));
  expect(Math.max(...far) - Math.min(...far)).toBeGreaterThan(0.5);
});

it('is stable: pinned, because documents and screenshots depend on it', () => {
  expect(field('river', [2.376, 48.83], 2600)).toBeCloseTo(0.53566, 5);
  expect(placesAround({ seed: 'casias', density: 0.1 }, [2.376, 48.83], 500)[0]?.key).toBe('casias:396:12207');
  expect(plansOf(known('31555'), 'pprn').map(({ gasparId }) => gasparId)).toEqual(['31DDT20055551', '31DDT20025553']);
});

it('finds every plan by its Gaspar id, arrondissements and overseas included', () => {
  for (const commune of [...SOME, ...['75113', '97411', '2A004'].map(known)]) {
    for (const plan of plansOf(commune, 'pprn')) expect(planById(plan.gasparId)).toEqual(plan);
  }
});

it('zones part of a commune, and nothing under a plan that is only prescribed', () => {
  const plans = SOME.flatMap((commune) => plansOf(commune, 'pprn'));
  const points = (plan: Plan) =>
    [-2, -1, 0, 1, 2].map((step) => shifted(centreOf(plan.commune), step * 700, step * 300));
  const inside = plans.map((plan) => points(plan).filter((point) => zonesAt(plan, point).length > 0).length);
  expect(plans.some(({ state }, index) => state === 'prescribed' && inside[index] !== 0)).toBe(false);
  expect(
    share(
      inside.reduce((sum, count) => sum + count, 0),
      5 * plans.length,
    ),
  ).toBeGreaterThan(20);
  expect(
    share(
      inside.reduce((sum, count) => sum + count, 0),
      5 * plans.length,
    ),
  ).toBeLessThan(80);
});

it('shows every state, class and zone somewhere', () => {
  const plans = COMMUNES.filter((_, index) => index % 13 === 0).flatMap((commune) => plansOf(commune, 'pprn'));
  expect(new Set(plans.map(({ state }) => state))).toEqual(new Set(['prescribed', 'anticipated', 'approved']));
  expect(new Set(plans.map(({ kind }) => kind.digit))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(new Set(COMMUNES.map(seismicZone))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(new Set(SOME.map(radonPotential))).toEqual(new Set([1, 2, 3]));
  expect(new Set(SOME.map((commune) => clayExposure(commune, centreOf(commune))))).toEqual(new Set([0, 1, 2, 3]));
});

it('grades séisme and radon as the map does', () => {
  const grades = ['75113', '06088', '67482', '97209', '87085', '35288', '42218'].map(known);
  expect(grades.map(seismicZone)).toEqual([1, 4, 3, 5, 2, 2, 2]);
  expect(grades.map(radonPotential).slice(4)).toEqual([3, 1, 3]);
});

it('scattered places are the same for every query point', () => {
  const layer = { seed: 'casias', density: 0.1 };
  const here: Point = [4.8589, 45.6733];
  const there = shifted(here, 400, 0);
  const near = placesAround(layer, here, 800).filter(({ at }) => distanceMetres(there, at) < 800);
  expect(placesAround(layer, there, 800)).toEqual(expect.arrayContaining(near));
});

function known(insee: string) {
  const commune = communeByInsee(insee);
  if (!commune) throw new Error(`no commune ${insee}`);
  return commune;
}
