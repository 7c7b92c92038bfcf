import { insideRing, metresToLine } from './geometry.ts';
import type { Point } from './geometry.ts';

/** Rough hand-made outlines, exact to some kilometres: enough to distinguish land from sea and France from abroad. */

const NORTH_EAST: Point[] = [
  [2.55, 51.09], [2.63, 50.82], [2.9, 50.7], [3.15, 50.79], [3.25, 50.7], [3.28, 50.53], [3.66, 50.42], [4.02, 50.35],
  [4.2, 50.27], [4.15, 49.98], [4.68, 50.0], [4.83, 50.17], [4.87, 49.8], [5.1, 49.76], [5.47, 49.5], [5.82, 49.55],
  [6.36, 49.46], [6.55, 49.42], [6.73, 49.16], [7.05, 49.11], [7.45, 49.18], [7.63, 49.05], [8.23, 48.97], [7.81, 48.58],
  [7.59, 48.12], [7.53, 47.7], [7.59, 47.59], [7.2, 47.43], [6.99, 47.36], [6.94, 47.29], [6.75, 47.08], [6.43, 46.93],
  [6.11, 46.58], [6.06, 46.42], [5.97, 46.2], [5.97, 46.13], [6.25, 46.22], [6.3, 46.3], [6.25, 46.36], [6.5, 46.42],
  [6.8, 46.4], [6.8, 46.13], [6.95, 46.06], [7.04, 45.92], [6.8, 45.78], [7.18, 45.41], [7.1, 45.25], [6.65, 45.11],
  [6.75, 44.9], [7.02, 44.82], [6.9, 44.4], [7.35, 44.12], [7.7, 44.17], [7.67, 44.0],
]; // prettier-ignore
const MEDITERRANEAN: Point[] = [
  [7.53, 43.78], [7.3, 43.67], [7.13, 43.53], [6.93, 43.47], [6.7, 43.25], [6.4, 43.08], [6.15, 43.02], [5.92, 43.06],
  [5.35, 43.19], [5.28, 43.35], [5.02, 43.32], [4.85, 43.36], [4.57, 43.36], [4.1, 43.53], [3.7, 43.38], [3.5, 43.27],
  [3.24, 43.2], [3.05, 42.95], [3.05, 42.55], [3.18, 42.43],
]; // prettier-ignore
const PYRENEES: Point[] = [
  [2.67, 42.34], [2.02, 42.35], [1.73, 42.5], [1.44, 42.62], [0.72, 42.87], [0.66, 42.69], [0, 42.69], [-0.55, 42.8],
  [-0.75, 42.96], [-1.35, 43.05], [-1.4, 43.27],
]; // prettier-ignore
const ATLANTIC: Point[] = [
  [-1.79, 43.36], [-1.66, 43.41], [-1.58, 43.5], [-1.42, 43.8], [-1.32, 44.2], [-1.27, 44.63], [-1.22, 44.98],
  [-1.18, 45.3], [-1.17, 45.52], [-1.1, 45.6], [-1.25, 45.69], [-1.42, 46.05], [-1.57, 46.25], [-1.4, 46.33],
  [-1.82, 46.47], [-2.0, 46.7], [-2.32, 47.02], [-2.15, 47.13], [-2.22, 47.24], [-2.55, 47.28], [-2.85, 47.48],
  [-3.14, 47.46], [-3.4, 47.68], [-3.95, 47.82], [-4.37, 47.78], [-4.74, 48.04], [-4.3, 48.1], [-4.6, 48.29],
  [-4.78, 48.33], [-4.79, 48.52], [-4.35, 48.69], [-3.97, 48.74], [-3.6, 48.84], [-3.1, 48.89], [-2.75, 48.56],
  [-2.33, 48.71], [-2.05, 48.69], [-1.84, 48.72], [-1.55, 48.65], [-1.63, 48.85], [-1.65, 49.2], [-1.97, 49.7],
  [-1.6, 49.69], [-1.24, 49.71], [-1.25, 49.4], [-0.8, 49.36], [-0.25, 49.3], [0.1, 49.41], [0.03, 49.51], [0.17, 49.71],
  [0.65, 49.88], [1.08, 49.96], [1.36, 50.07], [1.46, 50.2], [1.53, 50.4], [1.55, 50.73], [1.56, 50.89], [1.85, 51.0],
  [2.2, 51.05], [2.55, 51.09],
]; // prettier-ignore

const CORSICA: Point[] = [
  [9.35, 43.02], [9.48, 42.98], [9.5, 42.6], [9.57, 42.3], [9.42, 41.85], [9.26, 41.37], [9.1, 41.38], [8.78, 41.55],
  [8.58, 41.86], [8.53, 42.2], [8.54, 42.38], [8.72, 42.59], [9.27, 42.73], [9.35, 43.02],
]; // prettier-ignore
const GUADELOUPE: Point[] = [
  [-61.81, 16.31], [-61.71, 16.37], [-61.6, 16.33], [-61.54, 16.42], [-61.5, 16.52], [-61.4, 16.47], [-61.35, 16.33],
  [-61.17, 16.25], [-61.25, 16.22], [-61.52, 16.19], [-61.56, 16.1], [-61.56, 15.98], [-61.7, 15.94], [-61.8, 16.07],
  [-61.81, 16.31],
]; // prettier-ignore
const MARTINIQUE: Point[] = [
  [-61.22, 14.85], [-61.1, 14.89], [-60.92, 14.77], [-60.82, 14.6], [-60.81, 14.4], [-60.9, 14.38], [-61.09, 14.46],
  [-61.1, 14.58], [-61.14, 14.61], [-61.19, 14.72], [-61.22, 14.85],
]; // prettier-ignore
const GUYANE_COAST: Point[] = [
  [-54.05, 5.78], [-53.3, 5.57], [-52.65, 5.19], [-52.3, 4.98], [-51.9, 4.6], [-51.65, 4.15],
]; // prettier-ignore
const GUYANE: Point[] = [
  ...GUYANE_COAST, [-51.8, 3.9], [-52.35, 3.1], [-52.7, 2.35], [-53.5, 2.25], [-54.5, 2.35], [-54.0, 3.5], [-54.45, 4.3],
  [-54.45, 5.0],
]; // prettier-ignore
const REUNION: Point[] = [
  [55.22, -21.04], [55.28, -20.92], [55.45, -20.865], [55.6, -20.89], [55.74, -21.02], [55.84, -21.18], [55.82, -21.33],
  [55.62, -21.39], [55.46, -21.35], [55.3, -21.22], [55.22, -21.04],
]; // prettier-ignore
const MAYOTTE: Point[] = [
  [45.05, -12.7], [45.16, -12.69], [45.25, -12.76], [45.29, -12.79], [45.22, -12.88], [45.2, -12.98], [45.12, -13.01],
  [45.07, -12.96], [45.04, -12.83], [45.05, -12.7],
]; // prettier-ignore

/** Closed land outlines, the largest first. */
export const LAND: readonly (readonly Point[])[] = [
  [...NORTH_EAST, ...MEDITERRANEAN, ...PYRENEES, ...ATLANTIC],
  CORSICA, GUADELOUPE, MARTINIQUE, GUYANE, REUNION, MAYOTTE,
]; // prettier-ignore
const COASTS = [MEDITERRANEAN, ATLANTIC, CORSICA, GUADELOUPE, MARTINIQUE, GUYANE_COAST, REUNION, MAYOTTE];

/** False at sea and abroad; overseas, only the five départements d'outre-mer are land. */
export function onFrenchLand(longitude: number, latitude: number): boolean {
  return LAND.some((ring) => insideRing(ring, [longitude, latitude]));
}

/** Coast segments by tenth of a degree of latitude, for a quick distance to the sea. */
const coastByLatitude = new Map<number, [Point, Point][]>();
const MAX_NEAR_METRES = 10_000;
for (const coast of COASTS) {
  for (const [i, a] of coast.entries()) {
    const b = coast[i + 1];
    if (!b) continue;
    const [from, to] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])].map((latitude) => Math.floor(latitude * 10));
    for (let tenth = (from ?? 0) - 1; tenth <= (to ?? 0) + 1; tenth += 1) {
      coastByLatitude.set(tenth, [...(coastByLatitude.get(tenth) ?? []), [a, b]]);
    }
  }
}

/** True within that many metres of the sea, at most 10 km. */
export function nearSea(longitude: number, latitude: number, metres: number): boolean {
  if (metres > MAX_NEAR_METRES) throw new RangeError('nearSea looks no farther than 10 km');
  const segments = coastByLatitude.get(Math.floor(latitude * 10)) ?? [];
  return segments.some((segment) => metresToLine(segment, [longitude, latitude]) < metres);
}
