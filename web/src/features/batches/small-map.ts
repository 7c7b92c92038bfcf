/** Web Mercator, in tiles of 256 px, of a small map without controls. */
export const TILE = 256;
const CLOSEST = 18;
const FARTHEST = 5;

export type LngLat = readonly [longitude: number, latitude: number];
export type View = { zoom: number; left: number; top: number; width: number; height: number };

/** A point in pixels of the whole world at that zoom. */
export function pixelsAt([longitude, latitude]: LngLat, zoom: number): [number, number] {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [((longitude + 180) / 360) * world, y * world];
}

/** The closest view of that size that shows all the positions, with a margin; null without one. */
export function viewOf(
  positions: readonly LngLat[],
  { width, height }: { width: number; height: number },
): View | null {
  if (positions.length === 0) return null;
  for (let zoom = CLOSEST; ; zoom -= 1) {
    const points = positions.map((position) => pixelsAt(position, zoom));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fits = east - west <= width * 0.8 && south - north <= height * 0.8;
    if (fits || zoom === FARTHEST) {
      return { zoom, left: (west + east - width) / 2, top: (north + south - height) / 2, width, height };
    }
  }
}

/** The tiles that a view meets, with their places in it. */
export function tilesIn({
  left,
  top,
  width,
  height,
}: Omit<View, 'zoom'>): { x: number; y: number; left: number; top: number }[] {
  const range = (from: number, length: number): number[] => {
    const first = Math.floor(from / TILE);
    return Array.from({ length: Math.floor((from + length) / TILE) - first + 1 }, (_, index) => first + index);
  };
  return range(left, width).flatMap((x) =>
    range(top, height).map((y) => ({ x, y, left: x * TILE - left, top: y * TILE - top })),
  );
}
