import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Position } from 'geojson';
import { coverageOf, type Coverage, type CoverageTable } from '#domain/datasets/coverage.ts';
import type { Edition } from '#domain/datasets/datasets.ts';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/geometry/place.ts';
import { outlineAround, rowsAround, zonesAround, type ZoneRelation } from '#domain/geometry/zones.ts';
import { Manifest, requireFormat, MANIFEST, PACKAGE } from './manifest.ts';
import { openPackage, openZones } from './package-reader.ts';
import { DatasetRefusal } from './refusal.ts';

/** Parts of a manifest on which facts depend. */
type Described = Pick<Manifest, 'id' | 'dataset' | 'label' | 'publishedOn'> &
  Pick<Manifest, 'publisher' | 'attribution' | 'licence' | 'pageUrl' | 'sourceUrl' | 'origin'>;

/** A release that facts are read from. Every call is synchronous, and asks for the rows of one key or of one place. */
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
  /** Rings of a zone that enclose what it does within `metres` of the property, in degrees. */
  outlineAround(row: number, place: Place, metres: number): Position[][][];
};

/** An open release. */
export type OpenRelease = Release & { manifest: Manifest; keys(): string[]; close(): void };

/** Opens the package of a release in a local folder. @throws DatasetRefusal for another format, or another release */
export function openRelease(folder: string): OpenRelease {
  const manifest = requireFormat(Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))));
  const db = openPackage(join(folder, PACKAGE));
  try {
    return { ...readRelease(db, manifest), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

function readRelease(db: DatabaseSync, manifest: Manifest): Omit<OpenRelease, 'close'> {
  requireSame(db, manifest);
  const { id, dataset, publishedOn, source } = manifest;
  const coverage = readCoverage(db);
  const zones = openZones(db);
  const values = valuesBy(db, 'key = ? order by fid');
  const unplaced = zones === null ? values : valuesBy(db, 'key = ? and geom is null order by fid');
  const rowAt = valuesBy(db, 'fid = ?');
  const count = db.prepare('select count(*) as count from features where key = ?');
  const keys = db.prepare('select distinct key from features order by key');
  // A statement asks several times about its commune and its place: for each family of plans, and for their documents.
  const rowsOf = latest((key: string) => values(key));
  const around = latest((place: Place, metres: number) =>
    zones === null ? [] : zonesAround(zones.store, place, metres),
  );
  return {
    manifest,
    edition: { dataset, release: id, publishedOn, sha256: source.sha256 },
    coverageOf: (code) => coverageOf(coverage, code),
    rowsOf,
    countOf: (key) => Number(count.get(key)?.['count']),
    unplacedRowsOf: unplaced,
    row(index) {
      const value = zones?.valueOf(index);
      return value === undefined ? rowAt(index + 1)[0] : (JSON.parse(value) as unknown);
    },
    keys: () => keys.all().map(({ key }) => String(key)),
    zonesAround: around,
    rowsAround: (place, metres) => (zones === null ? [] : rowsAround(zones.store, place, metres)),
    outlineAround: (index, place, metres) =>
      zones === null ? [] : outlineAround(zones.store, index, { place, metres }),
  };
}

/** The package says whose it is. @throws DatasetRefusal */
function requireSame(db: DatabaseSync, { dataset, id }: Manifest): void {
  const text = db.prepare('select metadata from gpkg_metadata where id = 1').get()?.['metadata'];
  const inside = Manifest.pick({ dataset: true, id: true }).safeParse(JSON.parse(String(text)));
  if (inside.data?.dataset === dataset && inside.data.id === id) return;
  throw new DatasetRefusal(`${dataset} ${id} : le fichier est celui d’une autre édition.`);
}

/** Rows by one value, decoded. */
function valuesBy(db: DatabaseSync, condition: string): (by: string | number) => unknown[] {
  const asked = db.prepare(`select value from features where ${condition}`);
  return (by) => asked.all(by).map(({ value }) => JSON.parse(String(value)) as unknown);
}

function readCoverage(db: DatabaseSync): CoverageTable {
  const places = db.prepare('select place, json_group_object(code, coverage) as codes from coverage group by place');
  const table = Object.fromEntries(
    places.all().map(({ place, codes }) => [place, JSON.parse(String(codes)) as unknown]),
  );
  const { elsewhere, departements = {}, communes = {} } = table as Partial<Record<string, Record<string, Coverage>>>;
  return { elsewhere: elsewhere?.[''] ?? 'not-digitised', departements, communes };
}
