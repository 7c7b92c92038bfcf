import { insideRing, metresToLine, shifted, type Point } from './geometry.ts';
import { field } from './hazards-field.ts';
import type { MultiPolygon, Polygon } from 'geojson';

/** Outlines of hazard zones and queries on them. Rings are closed; the first of a polygon is the outer one. */
export type Outline = Polygon | MultiPolygon;

type Size = { longMetres: number; shortMetres: number };

/** A bumpy ellipse of 72 vertices; half-axes in metres, `bearing` of the long one in degrees clockwise from north. */
export function ellipse(centre: Point, { longMetres, shortMetres }: Size, bearing: number): Point[] {
  const ring = Array.from({ length: 72 }, (_, step): Point => {
    const angle = (step * 2 * Math.PI) / 72;
    const bump = 0.97 + 0.06 * field('bump', [Math.cos(angle) / 10, Math.sin(angle) / 10], 4000);
    return turned(centre, [Math.cos(angle) * longMetres * bump, Math.sin(angle) * shortMetres * bump], bearing);
  });
  return closed(ring);
}

/** A rectangle around a point; sides in metres, `bearing` of the long one. */
export function rectangle(centre: Point, { longMetres, shortMetres }: Size, bearing: number): Point[] {
  const [along, across] = [longMetres / 2, shortMetres / 2];
  const corners: Point[] = [
    [-along, -across],
    [along, -across],
    [along, across],
    [-along, across],
  ];
  return closed(corners.map((corner) => turned(centre, corner, bearing)));
}

/** Inside the outer ring of one part and outside its holes. */
export function contains(outline: Outline, point: Point): boolean {
  return partsOf(outline).some(([outer, ...holes]) => {
    return outer !== undefined && insideRing(outer, point) && !holes.some((hole) => insideRing(hole, point));
  });
}

/** 0 inside, else the distance to the nearest ring. */
export function metresTo(outline: Outline, point: Point): number {
  return contains(outline, point)
    ? 0
    : Math.min(
        ...partsOf(outline)
          .flat()
          .map((ring) => metresToLine(ring, point)),
      );
}

/** Five decimals, about one metre: the precision of the published layers. */
function rounded([longitude, latitude]: Point): Point {
  return [Number(longitude.toFixed(5)), Number(latitude.toFixed(5))];
}

function turned(centre: Point, [along, across]: Point, bearing: number): Point {
  const axis = (bearing * Math.PI) / 180;
  const east = along * Math.sin(axis) + across * Math.cos(axis);
  return rounded(shifted(centre, east, along * Math.cos(axis) - across * Math.sin(axis)));
}

function partsOf(outline: Outline): Point[][][] {
  return (outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates) as Point[][][];
}

function closed(ring: Point[]): Point[] {
  return ring[0] ? [...ring, ring[0]] : ring;
}
