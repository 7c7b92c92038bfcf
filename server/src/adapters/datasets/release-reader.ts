import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import Flatbush from 'flatbush';
import { LRUCache } from 'lru-cache';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import type { Edition } from '#domain/datasets/datasets.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { Piece } from '#domain/zones/piece.ts';
import { rowsAround, zonesAround, type ZoneRelation, type ZoneStore } from '#domain/zones/zones.ts';
import { Manifest } from './manifest.ts';
import { decodePiece } from './piece-codec.ts';
import { BOXES, COVERAGE, KEYS, MANIFEST, OWNERS, PIECES, PIECE_OFFSETS, ROWS, ROW_OFFSETS } from './release-files.ts';

/** An open release. Every call is synchronous: a few reads by position from files that the system has in memory. */
export type Release = {
  manifest: Manifest;
  edition: Edition;
  coverageOf(inseeCode: string): Coverage;
  /** Rows of a key, as the importer wrote them; `[]` for an unknown one. */
  rowsOf(key: string): unknown[];
  row(index: number): unknown;
  /** Zones that touch the property or lie within `metres`; `[]` in a release of tables. */
  zonesAround(place: Place, metres: number): ZoneRelation[];
  /** Rows of sites in the box around the property. */
  rowsAround(place: Place, metres: number): number[];
  close(): void;
};

const PIECES_IN_MEMORY = 4_000;

/** Opens the files of a release in a local folder; the offsets are in memory, rows and geometry are not. */
export function openRelease(folder: string): Release {
  const manifest = Manifest.parse(readJson(folder, MANIFEST));
  const table = readJson(folder, COVERAGE) as CoverageTable;
  const keys = readJson(folder, KEYS) as Record<string, [first: number, count: number]>;
  const rows = openByOffset(folder, ROWS, ROW_OFFSETS);
  const zones = manifest.result.files.some(({ name }) => name === BOXES) ? openZones(folder) : null;
  const { id, dataset, publishedOn, source } = manifest;
  const row = (index: number): unknown => JSON.parse(rows.read(index).toString());
  return {
    manifest,
    edition: { dataset, release: id, publishedOn, sha256: source.sha256 },
    coverageOf: (inseeCode) => coverageOf(table, inseeCode),
    rowsOf(key) {
      const [first, count] = Object.hasOwn(keys, key) ? (keys[key] ?? [0, 0]) : [0, 0];
      return Array.from({ length: count }, (_, i) => row(first + i));
    },
    row,
    zonesAround: (place, metres) => (zones === null ? [] : zonesAround(zones.store, place, metres)),
    rowsAround: (place, metres) => (zones === null ? [] : rowsAround(zones.store, place, metres)),
    close() {
      rows.close();
      zones?.close();
    },
  };
}

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function openZones(folder: string): { store: ZoneStore; close: () => void } {
  const pieces = openByOffset(folder, PIECES, PIECE_OFFSETS);
  const recent = new LRUCache<number, Piece>({ max: PIECES_IN_MEMORY });
  const piece = (index: number): Piece => {
    const found = recent.get(index) ?? decodePiece(pieces.read(index));
    recent.set(index, found);
    return found;
  };
  const boxes = Flatbush.from(bufferOf(folder, BOXES));
  return { store: { boxes, owners: new Uint32Array(bufferOf(folder, OWNERS)), piece }, close: pieces.close };
}

/** Parts of a file by their number, read by position. */
function openByOffset(folder: string, name: string, offsetsName: string) {
  const offsets = new Float64Array(bufferOf(folder, offsetsName));
  const file = openSync(join(folder, name), 'r');
  return {
    read(index: number): Buffer {
      const start = offsets[index] ?? 0;
      const length = (offsets[index + 1] ?? start) - start;
      const bytes = Buffer.from(new ArrayBuffer(length));
      const found = readSync(file, bytes, 0, length, start);
      if (found !== length) throw new Error(`${join(folder, name)}: ${found} bytes of ${length} at ${start}`);
      return bytes;
    },
    close: () => closeSync(file),
  };
}

/** A buffer that starts at zero, as typed arrays need. */
function bufferOf(folder: string, name: string): ArrayBuffer {
  const bytes = readFileSync(join(folder, name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
