import type { Position } from 'geojson';

/** What proj4 computes of a conformal conic projection of the northern hemisphere; angles in radians. */
export type Cone = Readonly<Record<'a' | 'e' | 'ns' | 'f0' | 'rh' | 'k0' | 'x0' | 'y0' | 'long0', number>>;

const DEGREES = 180 / Math.PI;

/**
 * Degrees from metres. proj4 finds a latitude by iterations of a power each; this is the series in the conformal latitude
 * (Snyder, « Map Projections », 3-5), nested: the same to 1e-10 degree, in a sixth of the time.
 */
export function lambertInverse({ a, e, ns, f0, rh, k0, x0, y0, long0 }: Cone): (x: number, y: number) => Position {
  const [e2, e4, e6, e8] = [e ** 2, e ** 4, e ** 6, e ** 8];
  const [sin2, sin4] = [
    e2 / 2 + (5 * e4) / 24 + e6 / 12 + (13 * e8) / 360,
    (7 * e4) / 48 + (29 * e6) / 240 + (811 * e8) / 11_520,
  ];
  const [sin6, sin8] = [(7 * e6) / 120 + (81 * e8) / 1_120, (4_279 * e8) / 161_280];
  const [first, second, third, fourth] = [sin2 - sin6, 2 * sin4 - 4 * sin8, 4 * sin6, 8 * sin8];
  return (x, y) => {
    const east = (x - x0) / k0;
    const south = rh - (y - y0) / k0;
    const tangent = (Math.sqrt(east * east + south * south) / (a * f0)) ** (1 / ns);
    const sine = (1 - tangent * tangent) / (1 + tangent * tangent);
    const cosine = (2 * tangent) / (1 + tangent * tangent);
    const doubled = 1 - 2 * sine * sine;
    const latitude =
      Math.PI / 2 -
      2 * Math.atan(tangent) +
      2 * sine * cosine * (first + doubled * (second + doubled * (third + doubled * fourth)));
    return [(Math.atan2(east, south) / ns + long0) * DEGREES, latitude * DEGREES];
  };
}
