import { frenchDistance } from '#domain/french.ts';
import type { Overlap } from '#domain/geometry/overlap.ts';
import { shareOfGround, shortPosition } from '#domain/printing/overlap.ts';

/** Once when all zones overlap alike, zone by zone otherwise. */
export function positions(zones: [label: string, overlap: Overlap | null][]): string {
  const [first, ...others] = new Set(zones.map(([, overlap]) => shortPosition(overlap)));
  if (first !== undefined && others.length === 0) return first;
  return zones.map(([label, overlap]) => `${label} : ${shareOfGround(overlap)}`).join(' ; ');
}

/** Zones within 30 m, drawn too coarsely to be sure. */
export function nearest(nearby: { overlap: Overlap }[]): string {
  const metres = nearby.flatMap(({ overlap }) => overlap.distanceMetres ?? []);
  return metres.length === 0
    ? ''
    : ` Zone la plus proche à ${frenchDistance(Math.min(...metres))} : à vérifier sur le plan.`;
}
