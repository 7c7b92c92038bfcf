/** Boxes `[west, south, east, north]` in degrees around the parts of France that have a cadastre and the legal duty. */
const BOXES: readonly (readonly [number, number, number, number])[] = [
  [-5.3, 42.2, 8.4, 51.2],
  [8.4, 41.2, 9.7, 43.1],
  [-61.9, 15.7, -60.9, 16.6],
  [-61.4, 14.3, -60.7, 15.0],
  [-54.7, 2.0, -51.5, 5.9],
  [55.1, -21.5, 55.9, -20.8],
  [44.9, -13.1, 45.4, -12.5],
  // Saint-Pierre-et-Miquelon, Saint-Martin and Saint-Barthélemy
  [-56.5, 46.7, -56.0, 47.2],
  [-63.2, 17.8, -62.7, 18.2],
];

/** A French sentence that says why these coordinates are outside our territory; null when they may be inside. */
export function checkCoordinates(point: { longitude: number; latitude: number }): string | null {
  const { longitude, latitude } = point;
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude))
    return 'Les coordonnées ne sont pas des nombres valides.';
  if (inFrance(longitude, latitude)) return null;
  if (inFrance(latitude, longitude)) return 'La longitude et la latitude semblent inversées.';
  return 'Ce point est hors de France : choisissez un bien situé en France.';
}

function inFrance(longitude: number, latitude: number): boolean {
  return BOXES.some(
    ([west, south, east, north]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
}
