import type { MultiPolygon, Polygon, Position } from 'geojson';

/**
 * Plane geometry around one place, in metres. Written here because the libraries' intersection (polyclip) takes tens of
 * milliseconds on a noise plan and can throw on nearly equal edges: a legal finding must do neither.
 */
export type Point = readonly [x: number, y: number];
/** Polygons; in each the first ring is the outline, the others are holes. Rings are closed. */
export type Shape = readonly (readonly (readonly Point[])[])[];
export type Plane = { point(position: Position): Point; shape(outline: Polygon | MultiPolygon): Shape };

const METRES_PER_DEGREE = 111_195;

/**
 * Local projection centred on a point: exact to 1 ‰ within some kilometres. It is affine, so a straight edge stays
 * straight and "inside" means the same as in degrees.
 */
export function planeAround(longitude: number, latitude: number): Plane {
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const point = ([lon = 0, lat = 0]: Position): Point => [
    (lon - longitude) * metresPerLongitude,
    (lat - latitude) * METRES_PER_DEGREE,
  ];
  return {
    point,
    shape: (outline) =>
      (outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates).map((polygon) =>
        polygon.map((ring) => ring.map(point)),
      ),
  };
}

/** True inside a polygon and outside its holes. */
export function contains(shape: Shape, [x, y]: Point): boolean {
  return spansAt(shape.map(edgesOfPolygon), x).some(([low, high]) => low <= y && y <= high);
}

/** Area in square metres. */
export function areaOf(shape: Shape): number {
  const areas = shape.map(([outline = [], ...holes]) =>
    holes.reduce((area, hole) => area - ringArea(hole), ringArea(outline)),
  );
  return areas.reduce((total, area) => total + area, 0);
}

/** Area common to both shapes, in square metres; polygons of one shape that overlap count once. */
export function commonArea(a: Shape, b: Shape): number {
  const [p, q] = [boxOf(a), boxOf(b)];
  const box = {
    left: Math.max(p.left, q.left),
    right: Math.min(p.right, q.right),
    bottom: Math.max(p.bottom, q.bottom),
    top: Math.min(p.top, q.top),
  };
  if (box.left >= box.right || box.bottom >= box.top) return 0;
  // Edges above and below the box still tell what is inside at a given x.
  const band = { ...box, bottom: -Infinity, top: Infinity };
  const [edgesA, edgesB] = [edgesWithin(a, band), edgesWithin(b, band)];
  const xs = breakpoints(edgesA.flat(), edgesB.flat(), box);
  return xs.slice(1).reduce((total, right, i) => {
    const left = xs[i] ?? right;
    // No vertex nor crossing lies between two breakpoints: the common length is linear there, its middle is its mean.
    const middle = (left + right) / 2;
    return total + (right - left) * commonLength(spansAt(edgesA, middle), spansAt(edgesB, middle));
  }, 0);
}

/** Shortest distance in metres between the boundaries of shapes that do not cross; Infinity when one is empty. */
export function boundaryDistance(a: Shape, b: Shape): number {
  const vertices = a.flat(2);
  const [first] = vertices;
  if (!first) return Infinity;
  // What is farther from the box of `a` than one of its vertices is from `b` cannot be the nearest.
  const farthest = distanceToBoundary(b, first);
  const edgesB = edgesWithin(b, widened(boxOf(a), farthest)).flat();
  const edgesA = a.flatMap(edgesOfPolygon);
  return Math.min(
    nearest(vertices, edgesB),
    nearest(
      edgesB.flatMap((edge) => edge),
      edgesA,
    ),
  );
}

/** Shortest distance in metres from a point to a boundary, holes included. */
export function distanceToBoundary(shape: Shape, point: Point): number {
  return nearest([point], shape.flatMap(edgesOfPolygon));
}

type Edge = readonly [Point, Point];
type Span = [low: number, high: number];
type Box = { left: number; right: number; bottom: number; top: number };

function edgesOfPolygon(polygon: Shape[number]): Edge[] {
  return polygon.flatMap((ring) => ring.slice(1).map((end, i): Edge => [ring[i] ?? end, end]));
}

/** The edges of each polygon whose own box meets a box. */
function edgesWithin(shape: Shape, box: Box): Edge[][] {
  return shape.map((polygon) => edgesOfPolygon(polygon).filter((edge) => meets(edge, box)));
}

function ringArea(ring: readonly Point[]): number {
  const twice = ring.slice(1).reduce((sum, [x, y], i) => {
    const [x0, y0] = ring[i] ?? [x, y];
    return sum + x0 * y - x * y0;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Where the vertical line at `x` runs inside the polygons, given by their edges: disjoint spans, from bottom to top. */
function spansAt(polygons: readonly (readonly Edge[])[], x: number): Span[] {
  const spans = polygons.flatMap((edges) => {
    const ys: number[] = [];
    for (const [p, q] of edges) {
      if (p[0] <= x !== q[0] <= x) ys.push(p[1] + ((q[1] - p[1]) * (x - p[0])) / (q[0] - p[0]));
    }
    ys.sort((low, high) => low - high);
    return ys.flatMap((low, i): Span[] => (i % 2 === 0 ? [[low, ys[i + 1] ?? low]] : []));
  });
  return polygons.length < 2 ? spans : merged(spans);
}

function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const [low, high] of spans.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && low <= last[1]) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

function commonLength(a: Span[], b: Span[]): number {
  return a.reduce(
    (total, [low, high]) =>
      total + b.reduce((sum, span) => sum + Math.max(0, Math.min(high, span[1]) - Math.max(low, span[0])), 0),
    0,
  );
}

/** Every `x` where the boundaries bend or cross inside the box, sorted. */
function breakpoints(allOfA: Edge[], allOfB: Edge[], box: Box): number[] {
  const [a, b] = [allOfA.filter((edge) => meets(edge, box)), allOfB.filter((edge) => meets(edge, box))];
  const xs = new Set([box.left, box.right]);
  for (const [p, q] of [...a, ...b]) xs.add(p[0]).add(q[0]);
  for (const edge of a) {
    const around = boxOf([[edge]]);
    for (const other of b) if (meets(other, around)) addCrossing(xs, edge, other);
  }
  return [...xs].filter((x) => x >= box.left && x <= box.right).sort((p, q) => p - q);
}

function addCrossing(xs: Set<number>, [p, q]: Edge, [r, s]: Edge): void {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const [ex, ey] = [s[0] - r[0], s[1] - r[1]];
  const determinant = dx * ey - dy * ex;
  if (determinant === 0) return;
  const t = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / determinant;
  const u = ((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / determinant;
  if (t >= 0 && t <= 1 && u >= 0 && u <= 1) xs.add(p[0] + t * dx);
}

function nearest(points: readonly Point[], edges: readonly Edge[]): number {
  let least = Infinity;
  for (const point of points) for (const edge of edges) least = Math.min(least, squaredDistance(point, edge));
  return Math.sqrt(least);
}

function squaredDistance([x, y]: Point, [p, q]: Edge): number {
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((x - p[0]) * dx + (y - p[1]) * dy) / squared;
  const t = Math.max(0, Math.min(1, along));
  return (p[0] + t * dx - x) ** 2 + (p[1] + t * dy - y) ** 2;
}

function boxOf(shape: Shape): Box {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const [x, y] of shape.flat(2)) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box;
}

function widened(box: Box, by: number): Box {
  return { left: box.left - by, right: box.right + by, bottom: box.bottom - by, top: box.top + by };
}

function meets([p, q]: Edge, box: Box): boolean {
  return (
    Math.max(p[0], q[0]) >= box.left &&
    Math.min(p[0], q[0]) <= box.right &&
    Math.max(p[1], q[1]) >= box.bottom &&
    Math.min(p[1], q[1]) <= box.top
  );
}
