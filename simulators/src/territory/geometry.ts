/** `[longitude, latitude]` in degrees, WGS 84. */
export type Point = [number, number];

export const METRES_PER_DEGREE = 111_320;

/** Metres between two points; a flat approximation, right within 1 % over some tens of kilometres. */
export function distanceMetres(a: Point, b: Point): number {
  const middle = ((a[1] + b[1]) / 2) * (Math.PI / 180);
  return METRES_PER_DEGREE * Math.hypot((a[0] - b[0]) * Math.cos(middle), a[1] - b[1]);
}

/** The point `east` and `north` metres away. */
export function shifted(from: Point, east: number, north: number): Point {
  const scale = Math.cos(from[1] * (Math.PI / 180));
  return [from[0] + east / (METRES_PER_DEGREE * scale), from[1] + north / METRES_PER_DEGREE];
}

/** Even-odd rule; the ring may be open or closed. */
export function insideRing(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  let previous = ring.at(-1);
  for (const current of ring) {
    if (previous && current[1] > y !== previous[1] > y) {
      const crossing = ((previous[0] - current[0]) * (y - current[1])) / (previous[1] - current[1]) + current[0];
      if (x < crossing) inside = !inside;
    }
    previous = current;
  }
  return inside;
}

/** Metres from a point to a polyline. */
export function metresToLine(line: readonly Point[], point: Point): number {
  const scale = Math.cos(point[1] * (Math.PI / 180));
  let best = Infinity;
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1], line[i]];
    if (!a || !b) continue;
    const [ax, ay] = [(a[0] - point[0]) * scale, a[1] - point[1]];
    const [dx, dy] = [(b[0] - a[0]) * scale, b[1] - a[1]];
    const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(ax + along * dx, ay + along * dy));
  }
  return best * METRES_PER_DEGREE;
}

const RADIAN = Math.PI / 180;
const ECCENTRICITY = 0.0818191910428158;
/** Exponent, constant and false origin of Lambert-93 (EPSG:2154). */
const [N, C, X_S, Y_S] = [0.725607765053267, 11_754_255.426096, 700_000, 12_655_612.049876];

/** Metres of the Lambert-93 projection, at the centimetre. Overseas the service uses local projections; we do not. */
export function lambert93([longitude, latitude]: Point): { x: number; y: number } {
  const sine = Math.sin(latitude * RADIAN);
  const isometric = Math.atanh(sine) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sine);
  const radius = C * Math.exp(-N * isometric);
  const angle = N * (longitude - 3) * RADIAN;
  return { x: cents(X_S + radius * Math.sin(angle)), y: cents(Y_S - radius * Math.cos(angle)) };
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
