import type { Point } from '#territory/geometry.ts';

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
