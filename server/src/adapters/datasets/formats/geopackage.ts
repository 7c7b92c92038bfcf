import { DatabaseSync } from 'node:sqlite';
import type { MultiPolygon, Position } from 'geojson';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';
import { projected, toWgs84 } from './projection.ts';

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
  if (/line|point|curve$/i.test(String(geometry['type']))) return { column, read: () => null };
  const project = toWgs84(String(geometry['srs']), file.name);
  return {
    column,
    read(bytes) {
      const outline = outlineOf(bytes, `${file.name} ${table}`);
      return outline === null ? null : projected(outline, project);
    },
  };
}

/** Bytes of the envelope that follows the header, by its indicator. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** GeoPackage binary: `GP`, version, flags, SRS, envelope, then WKB. Null when empty. */
function outlineOf(bytes: Uint8Array, where: string): MultiPolygon | null {
  const flags = bytes[3] ?? 0;
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50) throw new DatasetRefusal(`${where} : géométrie illisible.`);
  if ((flags & 0x10) !== 0) return null;
  const start = 8 + (ENVELOPE_BYTES[(flags >> 1) & 7] ?? 0);
  return readWkb(bytes.subarray(start), where);
}

/** The polygons of a WKB polygon or multi-polygon; altitudes are dropped. @throws DatasetRefusal for another geometry */
export function readWkb(bytes: Uint8Array, where: string): MultiPolygon {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const readPolygons = (): Position[][][] => {
    const isLittle = view.getUint8(at) === 1;
    const uint32 = (): number => {
      at += 4;
      return view.getUint32(at - 4, isLittle);
    };
    const float64 = (): number => {
      at += 8;
      return view.getFloat64(at - 8, isLittle);
    };
    at += 1;
    const code = uint32();
    // EWKB flags: altitude, measure, SRID. ISO adds 1000 for altitude, 2000 for measure.
    const extra = (code & 0x80000000 ? 1 : 0) + (code & 0x40000000 ? 1 : 0);
    if (code & 0x20000000) uint32();
    const plain = code & 0x0fffffff;
    const dimensions = 2 + extra + [0, 1, 1, 2][Math.floor(plain / 1000) % 4]!;
    const list = <T>(read: () => T): T[] => Array.from({ length: uint32() }, read);
    const position = (): Position => {
      const [x = 0, y = 0] = Array.from({ length: dimensions }, float64);
      return [x, y];
    };
    if (plain % 1000 === 3) return [list(() => list(position))];
    if (plain % 1000 === 6) return list(readPolygons).flat();
    throw new DatasetRefusal(`${where} : géométrie de type ${plain}, une surface est attendue.`);
  };
  try {
    return { type: 'MultiPolygon', coordinates: readPolygons() };
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw new DatasetRefusal(`${where} : géométrie tronquée.`, { cause: error });
  }
}
