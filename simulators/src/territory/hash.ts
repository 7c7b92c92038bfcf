/** FNV-1a over the parts, then an avalanche: the same parts give the same 32-bit number on every machine. */
export function hash(...parts: (string | number)[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x1f, 0x01000193);
  }
  return avalanche(h);
}

/**
 * Hashes three integers, much faster than `hash` a text: the parcel grid and the tiles call it thousands of times a request.
 */
export function hash3(a: number, b: number, c: number): number {
  return avalanche(Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35));
}

/** A number in [0, 1). */
export function unit(...parts: (string | number)[]): number {
  return hash(...parts) / 2 ** 32;
}

/** One of the items, always the same for the same parts. Throws on an empty list. */
export function pick<T>(items: readonly T[], ...parts: (string | number)[]): T {
  const item = items[hash(...parts) % items.length];
  if (item === undefined) throw new Error('pick from an empty list');
  return item;
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}
