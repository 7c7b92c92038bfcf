import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import type { Edition } from '#domain/datasets/datasets.ts';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { PackedPiece } from '#domain/zones/packed-piece.ts';
import { createZoneIndex } from '#domain/zones/zone-index.ts';
import { outlineAround, rowsAround, zonesAround, type ZoneRelation, type ZoneStore } from '#domain/zones/zones.ts';
import { openBlocks, type Found } from './file-blocks.ts';
import { Manifest, requireFormat } from './manifest.ts';
import { BOXES, COVERAGE, KEYS, MANIFEST, OWNERS, PIECES, PIECE_OFFSETS, ROWS, ROW_OFFSETS } from './release-files.ts';

/** What a fact depends on besides rows. */
type Described = Pick<Manifest, 'id' | 'dataset' | 'label' | 'publishedOn'> &
  Pick<Manifest, 'publisher' | 'attribution' | 'licence' | 'pageUrl' | 'sourceUrl' | 'origin'>;

/** What facts are read in. Every call is synchronous: rows and geometry are read in blocks that stay in memory. */
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

const KEYS_IN_MEMORY = 200;
/** Its rows are all in memory. */
const SMALL_TABLE_BYTES = 4_000_000;

/** Opens the files of a release in a local folder; keys and offsets are in memory, with the rows of a small table. */
export function openRelease(folder: string): OpenRelease {
  const manifest = requireFormat(Manifest.parse(readJson(folder, MANIFEST)));
  const coverage = readJson(folder, COVERAGE) as CoverageTable;
  const { keys, row, rowsOf, close } = openRows(folder);
  const zones = hasZones(folder) ? openZones(folder, manifest.rows) : null;
  const unplaced = zones === null ? null : unplacedRows(keys, zones);
  const { id, dataset, publishedOn, source } = manifest;
  return {
    manifest,
    edition: { dataset, release: id, publishedOn, sha256: source.sha256 },
    coverageOf: (inseeCode) => coverageOf(coverage, inseeCode),
    rowsOf,
    countOf: (key) => keys.get(key)?.[1] ?? 0,
    unplacedRowsOf: (key) => (unplaced === null ? rowsOf(key) : (unplaced.get(key)?.map(row) ?? [])),
    row,
    keys: () => [...keys.keys()],
    zonesAround: (place, metres) => (zones === null ? [] : zones.around(place, metres)),
    rowsAround: (place, metres) => (zones === null ? [] : rowsAround(zones.store, place, metres)),
    outlineAround: (row, place, metres) => (zones === null ? [] : outlineAround(zones.store, row, { place, metres })),
    close() {
      close();
      zones?.close();
    },
  };
}

/** First row and count, by key. */
type Keys = ReadonlyMap<string, readonly [first: number, count: number]>;
type Rows = Pick<Release, 'row' | 'rowsOf'> & { keys: Keys; close: () => void };

function openRows(folder: string): Rows {
  const keys: Keys = new Map(Object.entries(readJson(folder, KEYS) as Record<string, [number, number]>));
  if (statSync(join(folder, ROWS)).size <= SMALL_TABLE_BYTES) return { keys, ...wholeTable(folder, keys) };
  const rows = openByOffset(folder, ROWS, ROW_OFFSETS);
  // A statement asks several times about its commune.
  const recent = new Map<string, unknown[]>();
  return {
    keys,
    row: (index) => JSON.parse(rows.text(index)),
    rowsOf(key) {
      const known = recent.get(key);
      if (known !== undefined) return known;
      const found = linesOf(rows.text(...(keys.get(key) ?? NO_ROWS)));
      if (recent.size >= KEYS_IN_MEMORY) recent.clear();
      recent.set(key, found);
      return found;
    },
    close: rows.close,
  };
}

function wholeTable(folder: string, keys: Keys): Omit<Rows, 'keys'> {
  const rows = linesOf(readFileSync(join(folder, ROWS), 'utf8'));
  return {
    row: (index) => rows[index],
    rowsOf(key) {
      const [first, count] = keys.get(key) ?? NO_ROWS;
      return count === 0 ? [] : rows.slice(first, first + count);
    },
    close: () => undefined,
  };
}

/** False in a release of tables. */
export const hasZones = (folder: string): boolean => existsSync(join(folder, BOXES));

const NO_ROWS = [0, 0] as const;

/** Rows that are not drawn nor placed, by key: most keys have none. */
function unplacedRows(keys: Keys, zones: Zones): Map<string, number[]> {
  const unplaced = new Map<string, number[]>();
  for (const [key, [first, count]] of keys) {
    const rows = Array.from({ length: count }, (_, i) => first + i).filter((row) => !zones.isPlaced(row));
    if (rows.length > 0) unplaced.set(key, rows);
  }
  return unplaced;
}

/** A line has no line break within. */
const linesOf = (text: string): unknown[] =>
  text.indexOf('\n') === text.length - 1
    ? parsedLine(text)
    : (JSON.parse(`[${text.slice(0, -1).replaceAll('\n', ',')}]`) as unknown[]);

/** Most keys of a table have one row. */
const parsedLine = (line: string): unknown[] => (line === '' ? [] : [JSON.parse(line)]);

export const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

type Zones = {
  store: ZoneStore;
  around: Release['zonesAround'];
  isPlaced: (row: number) => boolean;
  close: () => void;
};

function openZones(folder: string, rows: number): Zones {
  const pieces = openByOffset(folder, PIECES, PIECE_OFFSETS);
  const piece = (index: number): PackedPiece => {
    const { words, at } = pieces.found(index);
    return { words, at: at / 4 };
  };
  const index = createZoneIndex(Flatbush.from(bufferOf(folder, BOXES)));
  const owners = new Uint32Array(bufferOf(folder, OWNERS));
  const placed = new Uint8Array(rows);
  for (const row of owners) placed[row] = 1;
  const store = { index, owners, piece };
  // A statement asks again about its place, for each family of plans and for their documents.
  const around = latest((place: Place, metres: number) => zonesAround(store, place, metres));
  return { store, around, isPlaced: (row) => placed[row] === 1, close: pieces.close };
}

/** Parts of a file by their number. */
export function openByOffset(folder: string, name: string, offsetsName: string) {
  const offsets = new Float64Array(bufferOf(folder, offsetsName));
  const file = openBlocks(join(folder, name));
  const sizeOf = (index: number, count: number): number => (offsets[index + count] ?? 0) - (offsets[index] ?? 0);
  const found = (index: number, count = 1): Found => file.read(offsets[index] ?? 0, sizeOf(index, count));
  return {
    /** One part, or several that follow, until the next is read. */
    found,
    /** A copy of one part, at the start of its buffer. */
    copy(index: number): Buffer {
      const { bytes, at } = found(index);
      const copy = Buffer.allocUnsafeSlow(sizeOf(index, 1));
      bytes.copy(copy, 0, at);
      return copy;
    },
    /** One or several parts as text. */
    text(index: number, count = 1): string {
      if (count === 0) return '';
      const { bytes, at } = found(index, count);
      return bytes.toString('utf8', at, at + sizeOf(index, count));
    },
    close: () => file.close(),
  };
}

/** A buffer that starts at zero, as typed arrays need. */
export function bufferOf(folder: string, name: string): ArrayBuffer {
  const bytes = readFileSync(join(folder, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
