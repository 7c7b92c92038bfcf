import { METRES_PER_DEGREE } from './geometry.ts';

type Located = { longitude: number; latitude: number };
type Entry<T> = { item: T; exclusionMetres: number };
type Found<T> = { entry: Entry<T>; metres: number };

const CELL_DEGREES = 0.1;
/** Guyane's communes lie up to a hundred kilometres apart. */
const MAX_RINGS = 25;

const cellOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const key = (x: number, y: number): number => x * 10_000 + y;

/** Nearest-neighbour search: a grid of 0.1° cells, searched in rings around the point, in a few microseconds. */
export function createNearestIndex<T extends Located>() {
  const cells = new Map<number, Entry<T>[]>();

  function nearestEntry(from: Located): Found<T> | null {
    const [x, y] = [cellOf(from.longitude), cellOf(from.latitude)];
    let best: Found<T> | null = null;
    let last = MAX_RINGS;
    for (let ring = 0; ring <= last; ring += 1) {
      for (let dx = -ring; dx <= ring; dx += 1) {
        const step = Math.abs(dx) === ring ? 1 : Math.max(1, 2 * ring);
        for (let dy = -ring; dy <= ring; dy += step) {
          const entries = cells.get(key(x + dx, y + dy));
          if (entries) best = nearestOf(entries, from, best);
        }
      }
      // The next ring may contain a nearer item: stop one ring later.
      if (best && last === MAX_RINGS) last = ring + 1;
    }
    return best;
  }

  return {
    add(item: T, exclusionMetres: number): void {
      const at = key(cellOf(item.longitude), cellOf(item.latitude));
      const cell = cells.get(at);
      if (cell) cell.push({ item, exclusionMetres });
      else cells.set(at, [{ item, exclusionMetres }]);
    },
    nearest(longitude: number, latitude: number): T | null {
      return nearestEntry({ longitude, latitude })?.entry.item ?? null;
    },
    /** True while another item may be added there. */
    isFree(longitude: number, latitude: number): boolean {
      const found = nearestEntry({ longitude, latitude });
      return !found || found.metres >= found.entry.exclusionMetres;
    },
  };
}

function nearestOf<T extends Located>(entries: Entry<T>[], from: Located, best: Found<T> | null): Found<T> | null {
  const scale = Math.cos(from.latitude * (Math.PI / 180));
  for (const entry of entries) {
    const east = (entry.item.longitude - from.longitude) * scale;
    const north = entry.item.latitude - from.latitude;
    const metres = METRES_PER_DEGREE * Math.sqrt(east * east + north * north);
    if (!best || metres < best.metres) best = { entry, metres };
  }
  return best;
}
