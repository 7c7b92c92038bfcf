import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { MultiPolygon } from 'geojson';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';
import { projected, toWgs84, unknownProjection } from './projection.ts';
import { systemOf } from './systems.ts';
import { readWkb } from './wkb.ts';
import { systemInWkt } from './wkt.ts';

/** Attributes by column, and the surface in WGS 84; null without one, or in a table of lines or points. */
type Feature = { attributes: Record<string, unknown>; outline: MultiPolygon | null };
export type GeoPackage = {
  tables: string[];
  columns(table: string): string[];
  features(table: string): Iterable<Feature>;
  close(): void;
};

/** Opens a GeoPackage; features are read one by one. @throws DatasetRefusal for a damaged file */
export function openGeoPackage(file: SourceFile): GeoPackage {
  try {
    const db = new DatabaseSync(file.path, { readOnly: true });
    const tables = db
      .prepare('select table_name as name from gpkg_contents order by 1')
      .all()
      .map(({ name }) => String(name));
    return {
      tables,
      columns: (table) => columnsOf(db, table),
      features: (table) => featuresOf(db, file, table),
      close: () => db.close(),
    };
  } catch (error) {
    throw new DatasetRefusal(`${file.name} : ce GeoPackage ne peut pas être lu.`, { cause: error });
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare(`pragma table_info(${quoted(table)})`)
    .all()
    .map(({ name }) => String(name));

function* featuresOf(db: DatabaseSync, file: SourceFile, table: string): Generator<Feature> {
  const { column, read } = surfacesOf(db, file, table);
  for (const { [column]: bytes, ...attributes } of rowsOf(db, file, table)) {
    yield { attributes, outline: bytes instanceof Uint8Array ? read(bytes) : null };
  }
}

/** A file cut in its middle opens: its pages are missed when they are read. @throws DatasetRefusal */
function* rowsOf(db: DatabaseSync, { name }: SourceFile, table: string) {
  try {
    yield* db.prepare(`select * from ${quoted(table)}`).iterate();
  } catch (error) {
    throw new DatasetRefusal(`${name} : ce GeoPackage est tronqué ou abîmé.`, { cause: error });
  }
}

type Surfaces = { column: string; read: (bytes: Uint8Array) => MultiPolygon | null };

/** How a table's surfaces are read; those of lines or points are none. */
function surfacesOf(db: DatabaseSync, file: SourceFile, table: string): Surfaces {
  const geometry = db
    .prepare(
      'select column_name as name, srs_id as srs, geometry_type_name as type from gpkg_geometry_columns where table_name = ?',
    )
    .get(table);
  if (geometry === undefined) return { column: '', read: () => null };
  const column = String(geometry['name']);
  if (/point|curve$|string$/i.test(String(geometry['type']))) return { column, read: () => null };
  const project = toWgs84(epsgOfLayer(db, { file, table, srs: geometry['srs'] ?? null }), file.name);
  return {
    column,
    read(bytes) {
      const outline = outlineOf(bytes, `${file.name} ${table}`);
      return outline === null ? null : projected(outline, project);
    },
  };
}

type Layer = { file: SourceFile; table: string; srs: SQLOutputValue };

/**
 * The package's own number of a projection is that of EPSG for most writers only: its table says which, and describes it.
 * @throws DatasetRefusal when we do not know it, or the code and the description differ
 */
function epsgOfLayer(db: DatabaseSync, { file, table, srs }: Layer): string {
  const described = descriptionOf(db, srs);
  const unknown = (): DatasetRefusal => unknownProjection(file.name, `couche ${table}, srs_id ${String(srs)}`);
  if (described === undefined) throw unknown();
  const isEpsg = /^epsg$/i.test(String(described['organization']));
  const named = isEpsg ? systemOf(String(described['code'])) : null;
  const definition = String(described['definition'] ?? '');
  const system = /^\s*(?:undefined)?\s*$/i.test(definition) ? named : systemInWkt(definition);
  if (system === null || (named !== null && named !== system)) throw unknown();
  return system.codes[0] ?? '';
}

function descriptionOf(db: DatabaseSync, srs: SQLOutputValue) {
  try {
    return db
      .prepare(
        'select organization, organization_coordsys_id as code, definition from gpkg_spatial_ref_sys where srs_id = ?',
      )
      .get(srs);
  } catch {
    // A package without the table.
    return undefined;
  }
}

/** Bytes of the envelope that follows the header, by its indicator. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** GeoPackage binary: `GP`, version, flags, SRS, envelope, then WKB. Null when empty. */
function outlineOf(bytes: Uint8Array, where: string): MultiPolygon | null {
  const flags = bytes[3] ?? 0;
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50) throw new DatasetRefusal(`${where} : géométrie illisible.`);
  if ((flags & 0x10) !== 0) return null;
  const envelopeBytes = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelopeBytes === undefined) throw new DatasetRefusal(`${where} : géométrie illisible.`);
  return readWkb(bytes.subarray(8 + envelopeBytes), where);
}
