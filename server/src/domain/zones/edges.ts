import type { Position } from 'geojson';

/** In metres. */
export type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

/** Shortest distance from a point to edges; Infinity without any. */
export function pointToEdges([x = 0, y = 0]: Position, edges: readonly Edge[]): number {
  let least = Infinity;
  for (const edge of edges) least = Math.min(least, squared(x, y, edge));
  return Math.sqrt(least);
}

/** Whether a position is within closed rings, by the even-odd rule. */
export function surround(edges: readonly Edge[], [x = 0, y = 0]: Position): boolean {
  let isWithin = false;
  for (const [x1, y1, x2, y2] of edges) {
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isWithin = !isWithin;
  }
  return isWithin;
}

/** Shortest distance between two lists of edges, 0 where they cross; Infinity when one is empty. */
export function edgesToEdges(some: readonly Edge[], others: readonly Edge[]): number {
  let least = Infinity;
  for (const one of some) {
    for (const other of others) {
      if (areApart(one, other) && areApart(other, one)) return 0;
      least = Math.min(least, endsToEdge(one, other), endsToEdge(other, one));
    }
  }
  return Math.sqrt(least);
}

/** Edges of closed rings. */
export function edgesOf(rings: readonly (readonly Position[])[]): Edge[] {
  return rings.flatMap((ring) => ring.slice(1).map((to, i) => edgeBetween(ring[i] ?? [], to)));
}

export const edgeBetween = ([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): Edge => [x1, y1, x2, y2];

const endsToEdge = ([x1, y1, x2, y2]: Edge, edge: Edge): number =>
  Math.min(squared(x1, y1, edge), squared(x2, y2, edge));

/** Square of the distance from a point to an edge. */
function squared(x: number, y: number, [x1, y1, x2, y2]: Edge): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
}

/** The other edge has an end strictly on each side of this one; where they only touch, an end is at no distance. */
function areApart([x1, y1, x2, y2]: Edge, [fromX, fromY, toX, toY]: Edge): boolean {
  const from = (x2 - x1) * (fromY - y1) - (y2 - y1) * (fromX - x1);
  const to = (x2 - x1) * (toY - y1) - (y2 - y1) * (toX - x1);
  return from * to < 0;
}
