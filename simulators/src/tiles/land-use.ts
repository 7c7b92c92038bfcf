import { distanceMetres } from '#territory/geometry.ts';
import { blockCentre, type Block } from '#territory/grid.ts';
import { hash3 } from '#territory/hash.ts';
import { communeOfBlock } from '#territory/sections.ts';

export const LAND_USES = ['town', 'park', 'forest', 'meadow', 'field'] as const;
export type LandUse = (typeof LAND_USES)[number];

const cache = new Map<number, LandUse>();
const CACHE_SIZE = 50_000;

/** Town around the commune's centre, wider with its population; forests and fields beyond. */
export function landUseOf(block: Block): LandUse {
  const key = block.column * 1e6 + block.row;
  let use = cache.get(key);
  if (!use) {
    use = isTown(block) ? (hash3(block.column, block.row, 11) % 13 === 0 ? 'park' : 'town') : countryside(block);
    if (cache.size > CACHE_SIZE) cache.clear();
    cache.set(key, use);
  }
  return use;
}

function isTown(block: Block): boolean {
  const commune = communeOfBlock(block);
  if (!commune) return false;
  const radius = 350 + 11 * Math.sqrt(commune.population);
  return distanceMetres(blockCentre(block), [commune.longitude, commune.latitude]) < radius;
}

function countryside({ column, row }: Block): LandUse {
  if (hash3(column >> 3, row >> 3, 12) % 3 === 0 && hash3(column, row, 13) % 5 !== 0) return 'forest';
  return hash3(column, row, 14) % 2 === 0 ? 'meadow' : 'field';
}

/** Palette indexes of the base map; each layer gives them its own colours. The land uses come first, in their order. */
export const INK = {
  land: LAND_USES.length,
  sea: 6,
  street: 7,
  canal: 8,
  building: 9,
  text: 10,
  mark: 11,
} as const;
