import { assert, double, oneof, property, sample, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';
import { communeByInsee } from './communes.ts';
import { insideRing } from './geometry.ts';
import type { Point } from './geometry.ts';
import { parcelAt, parcelByReference, parcelsAround } from './parcels.ts';
import type { Parcel } from './parcels.ts';
import { bend, planeFromDegrees, straighten } from './plane.ts';

const inFrance = tuple(double({ min: -1, max: 6, noNaN: true }), double({ min: 44, max: 49, noNaN: true }));
const overseas = tuple(double({ min: 55.3, max: 55.7, noNaN: true }), double({ min: -21.3, max: -20.95, noNaN: true }));
const anywhere = oneof(inFrance, overseas);
const reference = ({ commune, comAbs, section, numero }: Parcel): string => commune.insee + comAbs + section + numero;

test('a point is in one parcel at most, and in the one that holds it', () => {
  assert(
    property(anywhere, ([x, y]) => {
      const holding = parcelsAround([x - 1e-3, y - 1e-3, x + 1e-3, y + 1e-3]).filter(({ polygons }) =>
        polygons.some((ring) => insideRing(ring, [x, y])),
      );
      const at = parcelAt([x, y]);
      expect(holding.map(reference)).toEqual(at ? [reference(at)] : []);
    }),
    // On the edge of two bands: drawn once in many runs.
    propertyRuns(300, { examples: [[[0, 48.34898057938991]]] }),
  );
});

test('streets take about a seventh of the ground', () => {
  const streets = sample(anywhere, { seed: 1, numRuns: 300 }).filter((point) => !parcelAt(point));
  expect(streets.length).toBeGreaterThan(10);
  expect(streets.length).toBeLessThan(100);
});

test('neighbours share their corners: every edge belongs to one parcel or is run twice, in opposite directions', () => {
  const parcels = parcelsAround([1.443, 43.603, 1.446, 43.606]);
  const runs = parcels.flatMap(({ polygons }) => polygons).flatMap(edgesOf);
  const edges = new Set(runs);
  expect(edges.size).toBe(runs.length);
  const shared = runs.filter((edge) => edges.has(edge.split(' ').toReversed().join(' ')));
  expect(shared.length).toBeGreaterThan(edges.size / 2);
});

test('a reference identifies its parcel', () => {
  assert(
    property(anywhere, (point) => {
      const parcel = parcelAt(point);
      if (!parcel) return;
      expect(reference(parcel)).toMatch(/^\d[\dAB]\d{6}[A-Z]{2}\d{4}$/);
      expect(parcelByReference(parcel.commune, parcel)).toEqual(parcel);
    }),
    propertyRuns(300),
  );
});

test('the plane’s deformation is exactly invertible', () => {
  assert(
    property(anywhere, (point) => {
      const plane = planeFromDegrees(point);
      const [u, v] = straighten(bend(plane));
      expect(Math.hypot(u - plane[0], v - plane[1])).toBeLessThan(1e-6);
    }),
    propertyRuns(),
  );
});

test('the real cadastre’s oddities are there: two parts, no area, an area far from the outline’s, a prefix', () => {
  const toulouse = communeByInsee('31555');
  const [x, y]: Point = [toulouse?.longitude ?? 0, toulouse?.latitude ?? 0];
  const parcels = parcelsAround([x - 0.012, y - 0.012, x + 0.012, y + 0.012]);
  expect(parcels.some(({ polygons }) => polygons.length === 2)).toBe(true);
  expect(parcels.some(({ contenance }) => contenance === 0)).toBe(true);
  expect(parcels.every(({ comAbs }) => comAbs !== '000')).toBe(true);
  expect(new Set(parcels.map(reference)).size).toBe(parcels.length);
  expect(parcelByReference(parcels[0]!.commune, { section: 'AA', numero: '9999' })).toBeNull();
  expect(parcelByReference(parcels[0]!.commune, { section: 'OI', numero: '0001' })).toBeNull();
});

function edgesOf(ring: Point[]): string[] {
  return ring.slice(1).map((end, i) => `${String(ring[i])} ${String(end)}`);
}
