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
  return spansAt(shape, x).some(([low, high]) => low <= y && y <= high);
}

/** Area in square metres. */
export function areaOf(shape: Shape): number {
  return commonArea(shape, shape);
}

/** Area common to both shapes, in square metres; polygons of one shape that overlap count once. */
export function commonArea(a: Shape, b: Shape): number {
  const box = commonBox(a, b);
  if (!box) return 0;
  const xs = breakpoints(a, b, box);
  return xs.slice(1).reduce((total, right, i) => {
    const left = xs[i] ?? right;
    // No vertex nor crossing lies between two breakpoints: the common length is linear there, its middle is its mean.
    const middle = (left + right) / 2;
    return total + (right - left) * commonLength(spansAt(a, middle), spansAt(b, middle));
  }, 0);
}

/** Shortest distance in metres between the boundaries of shapes that do not cross; Infinity when one is empty. */
export function boundaryDistance(a: Shape, b: Shape): number {
  return Math.min(fromVerticesTo(a, b), fromVerticesTo(b, a));
}

/** Shortest distance in metres from a point to a boundary, holes included. */
export function distanceToBoundary(shape: Shape, point: Point): number {
  return edgesOf(shape).reduce((least, edge) => Math.min(least, distanceToEdge(point, edge)), Infinity);
}

type Edge = readonly [Point, Point];
type Span = [low: number, high: number];
type Box = { left: number; right: number; bottom: number; top: number };

const edgesOf = (shape: Shape): Edge[] => shape.flatMap((polygon) => polygon.flatMap(ringEdges));

function ringEdges(ring: readonly Point[]): Edge[] {
  return ring.slice(1).flatMap((end, i) => {
    const start = ring[i];
    return start ? [[start, end] as const] : [];
  });
}

/** Where the vertical line at `x` runs inside the shape: disjoint spans, from bottom to top. */
function spansAt(shape: Shape, x: number): Span[] {
  const spans = shape.flatMap((polygon) => {
    const ys = polygon
      .flatMap((ring) => ringEdges(ring).flatMap(([p, q]) => (p[0] <= x === q[0] <= x ? [] : [heightAt(x, [p, q])])))
      .sort((a, b) => a - b);
    return ys.flatMap((low, i): Span[] => (i % 2 === 0 ? [[low, ys[i + 1] ?? low]] : []));
  });
  return spans.length < 2 ? spans : merged(spans);
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

const heightAt = (x: number, [p, q]: Edge): number => p[1] + ((q[1] - p[1]) * (x - p[0])) / (q[0] - p[0]);

/** Every `x` where the boundaries bend or cross inside the box, sorted. */
function breakpoints(a: Shape, b: Shape, box: Box): number[] {
  const [edgesA, edgesB] = [a, b].map((shape) => edgesOf(shape).filter((edge) => meets(edge, box)));
  const xs = [box.left, box.right];
  for (const edge of [...(edgesA ?? []), ...(edgesB ?? [])]) xs.push(edge[0][0], edge[1][0]);
  for (const edge of edgesA ?? []) for (const other of edgesB ?? []) xs.push(...crossing(edge, other));
  return [...new Set(xs)].filter((x) => x >= box.left && x <= box.right).sort((p, q) => p - q);
}

function crossing([p, q]: Edge, [r, s]: Edge): number[] {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const [ex, ey] = [s[0] - r[0], s[1] - r[1]];
  const determinant = dx * ey - dy * ex;
  if (determinant === 0) return [];
  const t = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / determinant;
  const u = ((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / determinant;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? [p[0] + t * dx] : [];
}

function fromVerticesTo(from: Shape, to: Shape): number {
  const edges = edgesOf(to);
  return from
    .flat(2)
    .reduce(
      (least, vertex) => edges.reduce((nearest, edge) => Math.min(nearest, distanceToEdge(vertex, edge)), least),
      Infinity,
    );
}

function distanceToEdge([x, y]: Point, [p, q]: Edge): number {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((x - p[0]) * dx + (y - p[1]) * dy) / squared;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(p[0] + t * dx - x, p[1] + t * dy - y);
}

function boxOf(shape: Shape): Box {
  return shape.flat(2).reduce(
    (box, [x, y]) => ({
      left: Math.min(box.left, x),
      right: Math.max(box.right, x),
      bottom: Math.min(box.bottom, y),
      top: Math.max(box.top, y),
    }),
    { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity },
  );
}

function commonBox(a: Shape, b: Shape): Box | null {
  const [p, q] = [boxOf(a), boxOf(b)];
  const box = {
    left: Math.max(p.left, q.left),
    right: Math.min(p.right, q.right),
    bottom: Math.max(p.bottom, q.bottom),
    top: Math.min(p.top, q.top),
  };
  return box.left < box.right && box.bottom < box.top ? box : null;
}

function meets([p, q]: Edge, box: Box): boolean {
  return (
    Math.max(p[0], q[0]) >= box.left &&
    Math.min(p[0], q[0]) <= box.right &&
    Math.max(p[1], q[1]) >= box.bottom &&
    Math.min(p[1], q[1]) <= box.top
  );
}
