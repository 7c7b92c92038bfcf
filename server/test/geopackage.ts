import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Position } from 'geojson';
import { square } from './shapefile.ts';

type Feature = { attributes: Record<string, SQLInputValue>; rings: Position[][] };

/** `described`: the text of the projection in the package's own table; numbers above those of EPSG are the package's. */
type Projection = { srs: number; described?: string };

/** A GeoPackage with one table of polygons, or of lines when its name ends with `_l`; columns of the first feature. */
export async function geoPackage(
  table: string,
  { srs, described = 'undefined' }: Projection,
  features: readonly Feature[],
): Promise<Buffer> {
  const path = join(tmpdir(), `${randomUUID()}.gpkg`);
  const db = new DatabaseSync(path);
  const columns = Object.keys(features[0]?.attributes ?? {});
  const isLine = table.endsWith('_l');
  db.exec(`create table gpkg_contents (table_name text, data_type text);
    create table gpkg_spatial_ref_sys (srs_id integer, organization text, organization_coordsys_id integer, definition text);
    insert into gpkg_spatial_ref_sys values (${srs}, '${srs > 32_768 ? 'NONE' : 'EPSG'}', ${srs}, '${described}');
    create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer);
    insert into gpkg_contents values ('${table}', 'features');
    insert into gpkg_geometry_columns values ('${table}', 'geom', '${isLine ? 'LINESTRING' : 'POLYGON'}', ${srs});
    create table ${table} (fid integer primary key, geom blob, ${columns.join(', ')})`);
  const insert = db.prepare(`insert into ${table} values (null, ?${', ?'.repeat(columns.length)})`);
  for (const { attributes, rings } of features) {
    insert.run((isLine ? packedLine : packed)(rings, srs), ...columns.map((column) => attributes[column] ?? null));
  }
  db.close();
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

type Zone = [code: string, type: string, works: number | null];
/** Squares one beside the other, eastwards, from that south-west corner. */
type Drawn = { plan: string; corner: [number, number]; side: number } & Projection;

/** The geostandard's GeoPackage of a plan's zones. */
export function pprGeoPackage(zones: Zone[], { plan, corner, side, ...projection }: Drawn): Promise<Buffer> {
  const features = zones.map(([code, type, works], i) => ({
    attributes: {
      codeprocedure: plan,
      codezonereglement: code,
      libellezonereglement: 'Zone',
      typereglement: type,
      existemesuresobligatoires: works,
    },
    rings: [square(corner[0] + side * i, corner[1], side)],
  }));
  return geoPackage(`pprn_${plan.toLowerCase()}_zonereglementaireurba_s`, projection, features);
}

/** Header without an envelope, then a polygon in WKB. */
function packed(rings: Position[][], srs: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(rings.length);
  return Buffer.concat([headerOf(3, srs), count, ...rings.map(packedPoints)]);
}

/** The first ring as a line. */
const packedLine = ([ring = []]: Position[][], srs: number): Buffer =>
  Buffer.concat([headerOf(2, srs), packedPoints(ring)]);

function headerOf(type: number, srs: number): Buffer {
  const header = Buffer.alloc(13);
  header.write('GP');
  header[3] = 1;
  header.writeInt32LE(srs, 4);
  header[8] = 1;
  header.writeUInt32LE(type, 9);
  return header;
}

function packedPoints(points: Position[]): Buffer {
  const bytes = Buffer.alloc(4 + 16 * points.length);
  bytes.writeUInt32LE(points.length, 0);
  for (const [i, value] of points.flat().entries()) bytes.writeDoubleLE(value, 4 + 8 * i);
  return bytes;
}
