import { BLOCK, blockCentre } from './grid.ts';
import type { Block } from './grid.ts';
import { communeAt } from './communes.ts';
import type { Commune } from './communes.ts';
import { planeFromDegrees } from './plane.ts';

/**
 * The two letters of a section and the prefix (`com_abs`) say where its block lies from the block of the commune's
 * centre, so that a parcel's reference leads back to its outline without a search:
 *
 * - the 24 × 24 blocks around the centre (some 10 km) are the sections of the first prefix, AA the central one, then by
 *   distance: AB, AC … 24 letters, neither I nor O;
 * - farther blocks are in squares of 24 × 24, one prefix each, up to 15 squares away in both directions.
 */
const SQUARE = 24;
const REACH = 15;
const SQUARES = (2 * REACH + 1) ** 2;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Communes where no section has the prefix 000, as in the real cadastre. */
const PREFIXED = /^(132\d\d|31555)$/;
const FIRST_PREFIX = 801;

export type SectionRef = { commune: Commune; comAbs: string; section: string };

const byDistance: [number, number][] = Array.from({ length: SQUARE * SQUARE }, (_, k): [number, number] => [
  (k % SQUARE) - SQUARE / 2,
  Math.floor(k / SQUARE) - SQUARE / 2,
]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
const rankOf = new Map(byDistance.map(([dx, dy], rank) => [dx * 100 + dy, rank]));

const communeCache = new Map<number, Commune | null>();
const CACHE_SIZE = 20_000;

/** The commune of a whole block; null at sea and abroad. */
export function communeOfBlock(block: Block): Commune | null {
  const key = block.column * 1e6 + block.row;
  const cached = communeCache.get(key);
  if (cached !== undefined) return cached;
  if (communeCache.size > CACHE_SIZE) communeCache.clear();
  const found = communeAt(...blockCentre(block));
  communeCache.set(key, found);
  return found;
}

/** Null where the block belongs to no commune. */
export function sectionOfBlock(block: Block): SectionRef | null {
  const commune = communeOfBlock(block);
  if (!commune) return null;
  const centre = centreBlock(commune);
  const [dx, dy] = [block.column - centre.column, block.row - centre.row];
  const [sx, sy] = [squareOf(dx), squareOf(dy)];
  const rank = rankOf.get((dx - sx * SQUARE) * 100 + (dy - sy * SQUARE)) ?? 0;
  const square = (sx * (2 * REACH + 1) + sy + SQUARES) % SQUARES;
  return {
    commune,
    comAbs: String((square + firstPrefix(commune)) % 1000).padStart(3, '0'),
    section: (LETTERS[Math.floor(rank / SQUARE)] ?? '') + (LETTERS[rank % SQUARE] ?? ''),
  };
}

/** The block of a section; null when the commune has no such section. Without `comAbs`, the commune's first prefix. */
export function blockOfSection(commune: Commune, section: string, comAbs?: string): Block | null {
  const rank = LETTERS.indexOf(section[0] ?? '?') * SQUARE + LETTERS.indexOf(section[1] ?? '?');
  const prefix = comAbs === undefined ? firstPrefix(commune) : Number(comAbs);
  const square = (prefix - firstPrefix(commune) + 1000) % 1000;
  const offset = byDistance[rank];
  if (!offset || section.length !== 2 || square >= SQUARES) return null;
  const centred = square > SQUARES / 2 ? square - SQUARES : square;
  const sx = Math.round(centred / (2 * REACH + 1));
  const sy = centred - sx * (2 * REACH + 1);
  const centre = centreBlock(commune);
  const block = {
    column: centre.column + sx * SQUARE + offset[0],
    row: centre.row + sy * SQUARE + offset[1],
  };
  return communeOfBlock(block)?.insee === commune.insee ? block : null;
}

/** Blocks of the commune's first prefix, from its centre outwards. */
export function* blocksOfCommune(commune: Commune): Generator<Block> {
  const centre = centreBlock(commune);
  for (const [dx, dy] of byDistance) {
    const block = { column: centre.column + dx, row: centre.row + dy };
    if (communeOfBlock(block)?.insee === commune.insee) yield block;
  }
}

function centreBlock(commune: Commune): Block {
  const [u, v] = planeFromDegrees([commune.longitude, commune.latitude]);
  return { column: Math.floor(u / BLOCK), row: Math.floor(v / BLOCK) };
}

function squareOf(offset: number): number {
  return Math.floor((offset + SQUARE / 2) / SQUARE);
}

function firstPrefix(commune: Commune): number {
  return PREFIXED.test(commune.insee) ? FIRST_PREFIX : 0;
}
