import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MultiPolygon, Position } from 'geojson';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import { departementOf } from '#domain/geometry/place.ts';
import { boxOf, type Box } from '#domain/geometry/boxes.ts';
import { envelopeOf, packedSite, packedSurface, typeOf } from './feature-geometry.ts';
import { type ListedFile, type Manifest, PACKAGE } from './manifest.ts';
import { coverageRows, createTables, describeContents } from './package-tables.ts';

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

/** `sha256`: of the rows in the order of their keys, those of a key as the publisher has them, then of the coverage. */
type Written = Pick<Manifest, 'rows' | 'departements' | 'communes'> & { sha256: string };

type Described = {
  /** Asked after the last row. */
  coverage: () => CoverageTable;
  manifest: (written: Written) => Manifest;
};

/** Rows of one transaction, which wait in memory. */
const ROWS_AT_ONCE = 5_000;
const DRAFT = 'rows.draft';

/**
 * Writes the GeoPackage of a release into an empty folder, as rows stream in: memory holds some thousands of them, and
 * the keys. @returns the manifest, with the file
 */
export async function writeRelease(
  folder: string,
  rows: AsyncIterable<ReleaseRow>,
  { coverage, manifest: describe }: Described,
): Promise<Manifest> {
  const draft = openFast(join(folder, DRAFT));
  const db = openFast(join(folder, PACKAGE));
  try {
    await writeDraft(draft, rows);
    createTables(db);
    const { hash, keys, ...contents } = copyInOrder(draft, db);
    const table = coverage();
    writeCoverage(db, table, hash);
    const written = { rows: keys.length, ...countsOf(keys, table), sha256: hash.digest('hex') };
    const manifest = describe(written);
    const { importedAt: _, ...inside } = manifest;
    describeContents(db, { manifest: inside, ...contents });
    db.close();
    const file = await listed(folder, PACKAGE);
    return { ...manifest, result: { ...manifest.result, files: [file] } };
  } finally {
    for (const one of [draft, db]) if (one.isOpen) one.close();
    await rm(join(folder, DRAFT));
  }
}

/** A file that is removed when its writing does not come to its end needs no journal. */
function openFast(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536');
  return db;
}

async function writeDraft(draft: DatabaseSync, rows: AsyncIterable<ReleaseRow>): Promise<void> {
  draft.exec('create table rows (key text, value text, within_metres double, geom blob)');
  const insert = draft.prepare('insert into rows values (?, ?, ?, ?)');
  const { add, end } = inTransactions(draft);
  for await (const { key, value, withinMetres = 0, ...where } of rows) {
    add(() => insert.run(key, JSON.stringify(value), withinMetres, packed(where)));
  }
  end();
  draft.exec('create index rows_key on rows (key)');
}

function packed({ outline, site }: Pick<ReleaseRow, 'outline' | 'site'>): Uint8Array | null {
  if (site !== undefined) return packedSite(site);
  return outline === undefined ? null : packedSurface(outline);
}

/** Runs writes by some thousands. */
function inTransactions(db: DatabaseSync) {
  let waiting = 0;
  const end = (): void => {
    if (waiting > 0) db.exec('commit');
    waiting = 0;
  };
  const add = (write: () => void): void => {
    if (waiting === 0) db.exec('begin');
    write();
    waiting += 1;
    if (waiting === ROWS_AT_ONCE) end();
  };
  return { add, end };
}

/** Copies the rows, hashes them, and boxes their geometries: each is a feature whose number is its place. */
function copyInOrder(draft: DatabaseSync, db: DatabaseSync) {
  const feature = db.prepare('insert into features values (?, ?, ?, ?, ?)');
  const boxed = db.prepare('insert into rtree_features_geom values (?, ?, ?, ?, ?)');
  const { add, end } = inTransactions(db);
  const hash = createHash('sha256');
  const keys: string[] = [];
  const geometryTypes = new Set<string>();
  let extent: Box | null = null;
  const inOrder = draft.prepare(
    'select key, value, within_metres as metres, geom from rows indexed by rows_key order by key, rowid',
  );
  for (const { key, value, metres, geom } of inOrder.iterate() as Iterable<DraftRow>) {
    keys.push(key);
    hash.update(JSON.stringify([key, value, metres, geom?.length ?? null]));
    add(() => feature.run(keys.length, key, value, metres, geom));
    if (geom === null) continue;
    hash.update(geom);
    const [west, south, east, north] = envelopeOf(geom);
    add(() => boxed.run(keys.length, west, east, south, north));
    geometryTypes.add(typeOf(geom));
    extent = boxOf([...cornersOf(extent), [west, south], [east, north]]);
  }
  end();
  return { hash, keys, extent, geometryTypes };
}

type DraftRow = { key: string; value: string; metres: number; geom: Uint8Array | null };

const cornersOf = (box: Box | null): Position[] =>
  box === null
    ? []
    : [
        [box[0], box[1]],
        [box[2], box[3]],
      ];

function writeCoverage(db: DatabaseSync, table: CoverageTable, hash: Hash): void {
  const insert = db.prepare('insert into coverage (place, code, coverage) values (?, ?, ?)');
  const { add, end } = inTransactions(db);
  for (const row of coverageRows(table)) {
    hash.update(JSON.stringify(row));
    add(() => insert.run(...row));
  }
  end();
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

/** Name, size and hash of a file. */
export async function listed(folder: string, name: string): Promise<ListedFile> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
