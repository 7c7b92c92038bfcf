import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { widened, type Box } from '#domain/geometry/boxes.ts';
import type { ZoneStore } from '#domain/geometry/zones.ts';
import { ringsNear } from './feature-geometry.ts';
import { APPLICATION_ID } from './package-tables.ts';
import { DatasetRefusal } from './refusal.ts';

/**
 * Address of a package that nobody changes while it is open: SQLite then takes no lock, and looks for no journal, for
 * each question.
 */
export function addressOf(path: string): URL {
  const address = pathToFileURL(path);
  address.search = '?immutable=1';
  return address;
}

/** @throws DatasetRefusal for what is no GeoPackage */
export function openPackage(path: string): DatabaseSync {
  const db = new DatabaseSync(addressOf(path), { readOnly: true });
  try {
    // A comparison sorts the rows of one key only; a container may have no folder for temporary files. 8 MB of pages.
    db.exec('pragma temp_store = memory; pragma cache_size = -8000');
    if (db.prepare('pragma application_id').get()?.['application_id'] === APPLICATION_ID) return db;
  } catch (error) {
    db.close();
    throw notPackage(path, error);
  }
  db.close();
  throw notPackage(path);
}

const notPackage = (path: string, cause?: unknown): DatasetRefusal =>
  new DatasetRefusal(`${basename(path)} : ce GeoPackage ne peut pas être lu.`, { cause });

const IN_WINDOW = 'minx <= ? and maxx >= ? and miny <= ? and maxy >= ?';
const sidesOf = ([west, south, east, north]: Box): number[] => [east, west, north, south];

/** `cross join`: the index of boxes first. */
const ZONES = `select fid - 1 as row, value, geom as geometry
  from rtree_features_geom cross join features on fid = id where ${IN_WINDOW}`;
const SITES = `select fid - 1 as row, value, within_metres as withinMetres, minx, miny, maxx, maxy
  from rtree_features_geom cross join features on fid = id
  where ${IN_WINDOW} and (within_metres > 0 or (${IN_WINDOW}))`;

type Found = { row: number; value: string };
type FoundZone = Found & { geometry: Uint8Array };
type FoundSite = Found & { withinMetres: number; minx: number; miny: number; maxx: number; maxy: number };

/** `valueOf`: of a row that the last search found, which is asked next. */
export type FoundRows = { store: ZoneStore; valueOf(row: number): string | undefined };

/** The zones and sites of a release; null in one of tables. */
export function openZones(db: DatabaseSync): FoundRows | null {
  if (db.prepare('select table_name from gpkg_geometry_columns').get() === undefined) return null;
  const imprecise = db.prepare('select max(within_metres) as most from features where within_metres > 0').get();
  const mostMetres = Number(imprecise?.['most'] ?? 0);
  const [zones, sites] = [db.prepare(ZONES), db.prepare(SITES)];
  const values = new Map<number, string>();
  const inOrder = <F extends Found>(found: F[]): F[] => {
    values.clear();
    for (const { row, value } of found) values.set(row, value);
    return found.sort((one, other) => one.row - other.row);
  };
  return {
    valueOf: (row) => values.get(row),
    store: {
      zonesIn: (window) =>
        inOrder(zones.all(...sidesOf(window)) as FoundZone[]).map(({ row, geometry }) => ({
          row,
          ringsNear: (box: Box) => ringsNear(geometry, box),
        })),
      boxesIn(window, latitude) {
        // A site of an imprecise position may be farther than its point.
        const wide = widened(window, latitude, mostMetres);
        return inOrder(sites.all(...sidesOf(wide), ...sidesOf(window)) as FoundSite[]).map(
          ({ row, withinMetres, minx, miny, maxx, maxy }) => ({ row, withinMetres, box: [minx, miny, maxx, maxy] }),
        );
      },
    },
  };
}
