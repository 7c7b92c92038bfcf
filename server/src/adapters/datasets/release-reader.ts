import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { LRUCache } from 'lru-cache';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import type { Edition } from '#domain/datasets/datasets.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { Piece } from '#domain/zones/piece.ts';
import { outlineAround, rowsAround, zonesAround, type ZoneRelation, type ZoneStore } from '#domain/zones/zones.ts';
import { Manifest } from './manifest.ts';
import { decodePiece } from './piece-codec.ts';
import { BOXES, COVERAGE, KEYS, MANIFEST, OWNERS, PIECES, PIECE_OFFSETS, ROWS, ROW_OFFSETS } from './release-files.ts';

/** What a fact depends on besides rows. */
type Described = Pick<Manifest, 'id' | 'dataset' | 'label' | 'publishedOn'> &
  Pick<Manifest, 'publisher' | 'attribution' | 'licence' | 'pageUrl' | 'sourceUrl' | 'origin'>;

/** What facts are read in. Every call is synchronous: a few reads by position from files that the system has in memory. */
export type Release = {
  manifest: Described;
  edition: Edition;
  coverageOf(inseeCode: string): Coverage;
  /** Rows of a key, as the importer wrote them; `[]` for an unknown one. Shared: not to be changed. */
  rowsOf(key: string): unknown[];
  countOf(key: string): number;
  /** Rows of a key that are not drawn nor placed. */
  unplacedRowsOf(key: string): unknown[];
  row(index: number): unknown;
  /** Zones that touch the property or lie within `metres`; `[]` in a release of tables. */
  zonesAround(place: Place, metres: number): ZoneRelation[];
  /** Rows of sites in the box around the property. */
  rowsAround(place: Place, metres: number): number[];
  /** Rings of a zone that lie within `metres` of the property, in degrees. */
  outlineAround(row: number, place: Place, metres: number): Position[][][];
};

/** An open release. */
export type OpenRelease = Release & { manifest: Manifest; keys(): string[]; close(): void };

const PIECES_IN_MEMORY = 4_000;
const KEYS_IN_MEMORY = 200;

/** Opens the files of a release in a local folder; the offsets are in memory, rows and geometry are not. */
export function openRelease(folder: string): OpenRelease {
  const manifest = Manifest.parse(readJson(folder, MANIFEST));
  const table = readJson(folder, COVERAGE) as CoverageTable;
  const keys = readJson(folder, KEYS) as Record<string, [first: number, count: number]>;
  const rows = openByOffset(folder, ROWS, ROW_OFFSETS);
  const zones = hasZones(folder) ? openZones(folder, manifest.rows) : null;
  const { id, dataset, publishedOn, source } = manifest;
  const row = (index: number): unknown => JSON.parse(rows.text(index));
  const rangeOf = (key: string): [first: number, count: number] =>
    Object.hasOwn(keys, key) ? (keys[key] ?? [0, 0]) : [0, 0];
  // A statement asks several times about its commune.
  const recent = new LRUCache<string, unknown[]>({ max: KEYS_IN_MEMORY });
  const rowsOf = (key: string): unknown[] => {
    const found = recent.get(key) ?? linesOf(rows.text(...rangeOf(key)));
    recent.set(key, found);
    return found;
  };
  return {
    manifest,
    edition: { dataset, release: id, publishedOn, sha256: source.sha256 },
    coverageOf: (inseeCode) => coverageOf(table, inseeCode),
    rowsOf,
    countOf: (key) => rangeOf(key)[1],
    unplacedRowsOf(key) {
      const [first, count] = rangeOf(key);
      const found: unknown[] = [];
      for (let i = first; i < first + count; i += 1) if (zones?.isPlaced(i) !== true) found.push(row(i));
      return found;
    },
    row,
    keys: () => Object.keys(keys),
    zonesAround: (place, metres) => (zones === null ? [] : zones.around(place, metres)),
    rowsAround: (place, metres) => (zones === null ? [] : rowsAround(zones.store, place, metres)),
    outlineAround: (row, place, metres) => (zones === null ? [] : outlineAround(zones.store, row, { place, metres })),
    close() {
      rows.close();
      zones?.close();
    },
  };
}

/** False in a release of tables. */
export const hasZones = (folder: string): boolean => existsSync(join(folder, BOXES));

/** A line has no line break within. */
const linesOf = (text: string): unknown[] => JSON.parse(`[${text.slice(0, -1).replaceAll('\n', ',')}]`) as unknown[];

export const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

type Zones = {
  store: ZoneStore;
  around: Release['zonesAround'];
  isPlaced: (row: number) => boolean;
  close: () => void;
};

function openZones(folder: string, rows: number): Zones {
  const pieces = openByOffset(folder, PIECES, PIECE_OFFSETS);
  const recent = new LRUCache<number, Piece>({ max: PIECES_IN_MEMORY });
  const piece = (index: number): Piece => {
    const found = recent.get(index) ?? decodePiece(pieces.read(index));
    recent.set(index, found);
    return found;
  };
  const boxes = Flatbush.from(bufferOf(folder, BOXES));
  const owners = new Uint32Array(bufferOf(folder, OWNERS));
  const placed = new Uint8Array(rows);
  for (const row of owners) placed[row] = 1;
  const store = { boxes, owners, piece };
  return { store, around: rememberedZones(store), isPlaced: (row) => placed[row] === 1, close: pieces.close };
}

/** A statement asks again about its place, for each family of plans and for their documents. */
function rememberedZones(store: ZoneStore): Zones['around'] {
  const known = new WeakMap<Place, Map<number, ZoneRelation[]>>();
  return (place, metres) => {
    const asked = known.get(place) ?? new Map<number, ZoneRelation[]>();
    known.set(place, asked);
    const found = asked.get(metres) ?? zonesAround(store, place, metres);
    asked.set(metres, found);
    return found;
  };
}

/** Parts of a file by their number, read by position. */
export function openByOffset(folder: string, name: string, offsetsName: string) {
  const offsets = new Float64Array(bufferOf(folder, offsetsName));
  const file = openSync(join(folder, name), 'r');
  let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  const sizeOf = (index: number, count: number): number => (offsets[index + count] ?? 0) - (offsets[index] ?? 0);
  function fill(bytes: Buffer, index: number, length: number): void {
    const start = offsets[index] ?? 0;
    const found = readSync(file, bytes, 0, length, start);
    if (found !== length) throw new Error(`${join(folder, name)}: ${found} bytes of ${length} at ${start}`);
  }
  return {
    /** One part, or several that follow. The bytes start a buffer, as typed arrays need. */
    read(index: number, count = 1): Buffer {
      const bytes = Buffer.allocUnsafeSlow(sizeOf(index, count));
      fill(bytes, index, bytes.length);
      return bytes;
    },
    /** The same as text. */
    text(index: number, count = 1): string {
      const length = sizeOf(index, count);
      if (length === 0) return '';
      if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * length);
      fill(scratch, index, length);
      return scratch.toString('utf8', 0, length);
    },
    close: () => closeSync(file),
  };
}

/** A text is read here before it is decoded. */
const SCRATCH_BYTES = 65_536;

/** A buffer that starts at zero, as typed arrays need. */
export function bufferOf(folder: string, name: string): ArrayBuffer {
  const bytes = readFileSync(join(folder, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
