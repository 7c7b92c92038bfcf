import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { coverageLookup, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import type { Edition } from '#domain/datasets/datasets.ts';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/geometry/place.ts';
import { BoxIndex } from '#domain/geometry/box-index.ts';
import type { PackedPiece } from '#domain/geometry/packed-piece.ts';
import { outlineAround, rowsAround, zonesAround, type ZoneRelation, type ZoneStore } from '#domain/geometry/zones.ts';
import { openBlocks, type Found } from './file-blocks.ts';
import { KeyRanges, type Ranges } from './key-ranges.ts';
import { Manifest, requireFormat } from './manifest.ts';
import {
  BOXES,
  COVERAGE,
  KEYS,
  MANIFEST,
  OWNERS,
  PIECES,
  PIECE_OFFSETS,
  ROW_OFFSETS,
  ROW_TABLES,
  ROWS,
} from './release-files.ts';
import { RowReader, type RowTables } from './row-reader.ts';

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
export type OpenRelease = Release & {
  manifest: Manifest;
  keys(): string[];
  /** Reads rows and geometry into memory, while there is room: the first statements need not wait for the disk. */
  readAhead(): Promise<void>;
  close(): void;
};

/** Opens the files of a release in a local folder; keys and offsets are in memory. */
export function openRelease(folder: string): OpenRelease {
  const manifest = requireFormat(Manifest.parse(readJson(folder, MANIFEST)));
  const coverage = coverageLookup(readJson(folder, COVERAGE) as CoverageTable);
  const { keys, row, rowsOf, ...rows } = openRows(folder);
  const zones = hasZones(folder) ? openZones(folder, manifest.rows) : null;
  const unplaced = zones === null ? null : unplacedRows(keys, zones);
  const { id, dataset, publishedOn, source } = manifest;
  return {
    manifest,
    edition: { dataset, release: id, publishedOn, sha256: source.sha256 },
    coverageOf: coverage,
    rowsOf,
    countOf: (key) => keys.countOf(key),
    unplacedRowsOf(key) {
      if (unplaced === null) return rowsOf(key);
      return unplaced.size === 0 ? NO_ROWS : (unplaced.get(key)?.map(row) ?? NO_ROWS);
    },
    row,
    keys: keys.keys,
    zonesAround: (place, metres) => (zones === null ? [] : zones.around(place, metres)),
    rowsAround: (place, metres) => (zones === null ? [] : rowsAround(zones.store, place, metres)),
    outlineAround: (row, place, metres) => (zones === null ? [] : outlineAround(zones.store, row, { place, metres })),
    async readAhead() {
      await rows.readAhead();
      await zones?.readAhead();
    },
    close() {
      rows.close();
      zones?.close();
    },
  };
}

const NO_ROWS: unknown[] = [];

/** The rows of a release, decoded as they are asked. */
export function openRows(folder: string) {
  const keys = new KeyRanges(readJson(folder, KEYS) as Ranges);
  const reader = new RowReader(readJson(folder, ROW_TABLES) as RowTables);
  const parts = openByOffset(folder, ROWS, ROW_OFFSETS);
  const row = (index: number): unknown => {
    const { bytes, at } = parts.found(index);
    return reader.row(bytes, at, at + parts.sizeOf(index, 1));
  };
  // A statement asks several times about its commune.
  const ofKey = latest((key: string) => {
    const [first, count] = [keys.firstOf(key), keys.countOf(key)];
    const { bytes, at } = parts.found(first, count);
    return reader.rows(bytes, at, at + parts.sizeOf(first, count));
  });
  return {
    keys,
    row,
    rowsOf: (key: string): unknown[] => (keys.countOf(key) === 0 ? NO_ROWS : ofKey(key)),
    readAhead: parts.readAhead,
    close: parts.close,
  };
}

/** A release of tables has no zones. */
export const hasZones = (folder: string): boolean => existsSync(join(folder, BOXES));

/** Rows that are not drawn nor placed, by key: most keys have none. */
function unplacedRows(keys: KeyRanges, zones: Zones): Map<string, number[]> {
  const unplaced = new Map<string, number[]>();
  for (const key of keys.keys()) {
    const rows: number[] = [];
    const first = keys.firstOf(key);
    for (let row = first; row < first + keys.countOf(key); row += 1) if (!zones.isPlaced(row)) rows.push(row);
    if (rows.length > 0) unplaced.set(key, rows);
  }
  return unplaced;
}

export const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

type Zones = {
  store: ZoneStore;
  around: Release['zonesAround'];
  isPlaced: (row: number) => boolean;
  readAhead: () => Promise<void>;
  close: () => void;
};

function openZones(folder: string, rows: number): Zones {
  const pieces = openByOffset(folder, PIECES, PIECE_OFFSETS);
  const piece = (index: number): PackedPiece => {
    const { words, at } = pieces.found(index);
    return { words, at: at / 4 };
  };
  const boxes = new BoxIndex(bufferOf(folder, BOXES));
  const owners = new Uint32Array(bufferOf(folder, OWNERS));
  const placed = new Uint8Array(rows);
  for (const row of owners) placed[row] = 1;
  const store = { boxes, owners, piece };
  // A statement asks again about its place, for each family of plans and for their documents.
  const around = latest((place: Place, metres: number) => zonesAround(store, place, metres));
  return { store, around, isPlaced: (row) => placed[row] === 1, readAhead: pieces.readAhead, close: pieces.close };
}

/** Parts of a file by their number. */
export function openByOffset(folder: string, name: string, offsetsName: string) {
  const offsets = new Float64Array(bufferOf(folder, offsetsName));
  const file = openBlocks(join(folder, name));
  const sizeOf = (index: number, count: number): number => offsets[index + count]! - offsets[index]!;
  const found = (index: number, count = 1): Found => file.read(offsets[index]!, sizeOf(index, count));
  return {
    /** One part, or several that follow, until the next is read. */
    found,
    sizeOf,
    /** A copy of one part, at the start of its buffer. */
    copy(index: number): Buffer {
      const { bytes, at } = found(index);
      const copy = Buffer.allocUnsafeSlow(sizeOf(index, 1));
      bytes.copy(copy, 0, at);
      return copy;
    },
    readAhead: () => file.readAhead(),
    close: () => file.close(),
  };
}

/** A buffer that starts at zero, as typed arrays need. */
export function bufferOf(folder: string, name: string): ArrayBuffer {
  const bytes = readFileSync(join(folder, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
