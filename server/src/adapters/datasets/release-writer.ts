import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Flatbush from 'flatbush';
import type { MultiPolygon, Position } from 'geojson';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import { departementOf } from '#domain/geometry/place.ts';
import { pack } from '#domain/geometry/packed-piece.ts';
import { boxOf, pieceOf, siteOf, type Box, type Piece } from '#domain/geometry/piece.ts';
import { split } from '#domain/geometry/split.ts';
import { widened } from '#domain/geometry/zones.ts';
import type { ListedFile } from './manifest.ts';
import {
  BOXES,
  COVERAGE,
  KEYS,
  OWNERS,
  PIECES,
  PIECE_OFFSETS,
  ROWS,
  ROW_OFFSETS,
  ROW_TABLES,
  TABLE_FILES,
  ZONE_FILES,
} from './release-files.ts';
import { RowWriter } from './row-writer.ts';

/**
 * One row of a release: its key (a commune's INSEE code, or empty), its value, and where it lies. A site may be anywhere
 * within `withinMetres` of its point.
 */
export type ReleaseRow = {
  key: string;
  value: object;
  outline?: MultiPolygon;
  site?: Position;
  withinMetres?: number;
};

export type Written = {
  files: ListedFile[];
  rows: number;
  departements: Record<string, number>;
  communes: { withRows: number; byCoverage: Partial<Record<Coverage, number>> };
};

/**
 * Writes the data files of a release into an empty folder, as rows stream in: memory holds the rows' keys and offsets
 * and the pieces' boxes only. `coverage` is asked after the last row.
 */
export async function writeRelease(
  folder: string,
  rows: AsyncIterable<ReleaseRow>,
  coverage: () => CoverageTable,
): Promise<Written> {
  const draft = await writeDraft(folder, rows);
  const order = draft.keys.map((_, row) => row).sort((a, b) => compare(draft.keys[a], draft.keys[b]) || a - b);
  await writeRows(folder, draft, order);
  if (draft.boxes.length > 0) await writeZones(folder, draft, order);
  else await rm(join(folder, PIECES));
  const table = coverage();
  await writeFile(join(folder, COVERAGE), JSON.stringify(table));
  const names = draft.boxes.length > 0 ? [...TABLE_FILES, ...ZONE_FILES] : TABLE_FILES;
  const files = await Promise.all(names.map((name) => listed(folder, name)));
  return { files, rows: draft.keys.length, ...countsOf(draft.keys, table) };
}

type Draft = {
  writer: RowWriter;
  keys: string[];
  rowOffsets: number[];
  boxes: Box[];
  pieceOffsets: number[];
  owners: number[];
};

const DRAFT = 'rows.draft';

async function writeDraft(folder: string, rows: AsyncIterable<ReleaseRow>): Promise<Draft> {
  const draft: Draft = { writer: new RowWriter(), keys: [], rowOffsets: [0], boxes: [], pieceOffsets: [0], owners: [] };
  const lines = await appender(join(folder, DRAFT));
  const pieces = await appender(join(folder, PIECES));
  try {
    for await (const row of rows) {
      draft.writer.learn(row.value);
      await lines.add(Buffer.from(JSON.stringify(row.value)));
      draft.rowOffsets.push(lines.size());
      for (const piece of piecesOf(row)) {
        await pieces.add(Buffer.from(pack(piece).buffer));
        draft.pieceOffsets.push(pieces.size());
        draft.owners.push(draft.keys.length);
        draft.boxes.push(boxOfPart(piece, row));
      }
      draft.keys.push(row.key);
    }
  } finally {
    await lines.close().finally(() => pieces.close());
  }
  return draft;
}

function piecesOf({ outline, site }: ReleaseRow): Piece[] {
  if (site !== undefined) return [siteOf(site)];
  return (outline?.coordinates ?? []).flatMap((rings) => split(pieceOf(rings)));
}

/** A search finds an imprecise site by all the places where it may be. */
function boxOfPart(piece: Piece, { site, withinMetres = 0 }: ReleaseRow): Box {
  const box = boxOf(piece);
  return withinMetres === 0 ? box : widened(box, site?.[1] ?? 0, withinMetres);
}

/** The rows in the order of their keys. */
async function writeRows(folder: string, { writer, keys, rowOffsets }: Draft, order: number[]): Promise<void> {
  await writeFile(join(folder, ROW_TABLES), JSON.stringify(writer.finish()));
  const draft = openSync(join(folder, DRAFT), 'r');
  const sorted = await appender(join(folder, ROWS));
  const offsets = [0];
  const ranges: Record<string, [first: number, count: number]> = {};
  try {
    for (const [row, from] of order.entries()) {
      const start = rowOffsets[from] ?? 0;
      const text = bytesAt(draft, start, (rowOffsets[from + 1] ?? start) - start).toString();
      await sorted.add(writer.write(JSON.parse(text) as object));
      offsets.push(sorted.size());
      const range = (ranges[keys[from] ?? ''] ??= [row, 0]);
      range[1] += 1;
    }
  } finally {
    closeSync(draft);
    await sorted.close();
  }
  await writeFile(join(folder, ROW_OFFSETS), Float64Array.from(offsets));
  await writeFile(join(folder, KEYS), JSON.stringify(ranges));
  await rm(join(folder, DRAFT));
}

async function writeZones(folder: string, { boxes, pieceOffsets, owners }: Draft, order: number[]): Promise<void> {
  const places = new Uint32Array(order.length);
  for (const [row, from] of order.entries()) places[from] = row;
  const index = new Flatbush(boxes.length, 16, Int32Array);
  for (const box of boxes) index.add(...box);
  index.finish();
  await writeFile(join(folder, BOXES), new Uint8Array(index.data));
  await writeFile(join(folder, PIECE_OFFSETS), Float64Array.from(pieceOffsets));
  await writeFile(
    join(folder, OWNERS),
    Uint32Array.from(owners, (row) => places[row] ?? 0),
  );
}

function countsOf(keys: string[], table: CoverageTable): Pick<Written, 'departements' | 'communes'> {
  const departements: Record<string, number> = {};
  for (const key of keys) {
    const departement = /^\d[\dAB]/.test(key) ? departementOf(key) : '';
    departements[departement] = (departements[departement] ?? 0) + 1;
  }
  const communes = [...new Set([...keys, ...Object.keys(table.communes)])].filter((key) => key !== '');
  const byCoverage: Partial<Record<Coverage, number>> = {};
  for (const commune of communes) {
    const coverage = coverageOf(table, commune);
    byCoverage[coverage] = (byCoverage[coverage] ?? 0) + 1;
  }
  return { departements, communes: { withRows: new Set(keys.filter((key) => key !== '')).size, byCoverage } };
}

/** A file written by blocks of a megabyte. */
async function appender(path: string) {
  const file = await open(path, 'wx');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await file.appendFile(Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  return {
    size: () => bytes,
    async add(part: Buffer): Promise<void> {
      waiting.push(part);
      waitingBytes += part.length;
      bytes += part.length;
      if (waitingBytes > 1_048_576) await flush();
    },
    async close(): Promise<void> {
      await flush().finally(() => file.close());
    },
  };
}

/** Synchronous: a thread's turn for each row takes longer than its read. */
function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/** Name, size and hash of a file. */
export async function listed(folder: string, name: string): Promise<ListedFile> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Code order, the same on every machine. */
function compare(one = '', other = ''): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
