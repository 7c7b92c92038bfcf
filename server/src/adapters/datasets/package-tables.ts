import type { DatabaseSync } from 'node:sqlite';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import type { Box } from '#domain/geometry/boxes.ts';
import { SRS_ID } from './feature-geometry.ts';
import type { Manifest } from './manifest.ts';

/** `GPKG`, and version 1.3, which QGIS and GDAL have long read. */
export const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;

const WGS_84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/**
 * Tables that the standard (OGC 12-128r17) asks for, then ours. `features`: the rows in the order of their keys, `value`
 * in JSON; a site may be anywhere within `within_metres` of its point. `coverage`: what each place has.
 */
const TABLES = `
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${USER_VERSION};
  create table gpkg_spatial_ref_sys (
    srs_name text not null, srs_id integer not null primary key, organization text not null,
    organization_coordsys_id integer not null, definition text not null, description text
  );
  insert into gpkg_spatial_ref_sys values
    ('WGS 84 geodetic', ${SRS_ID}, 'EPSG', 4326, '${WGS_84}', 'longitude and latitude'),
    ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', null), ('Undefined geographic', 0, 'NONE', 0, 'undefined', null);
  create table gpkg_contents (
    table_name text not null primary key, data_type text not null, identifier text unique, description text default '',
    last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    min_x double, min_y double, max_x double, max_y double, srs_id integer,
    constraint fk_gc_r_srs_id foreign key (srs_id) references gpkg_spatial_ref_sys (srs_id)
  );
  create table gpkg_geometry_columns (
    table_name text not null, column_name text not null, geometry_type_name text not null, srs_id integer not null,
    z tinyint not null, m tinyint not null, constraint pk_geom_cols primary key (table_name, column_name),
    constraint uk_gc_table_name unique (table_name),
    constraint fk_gc_tn foreign key (table_name) references gpkg_contents (table_name),
    constraint fk_gc_srs foreign key (srs_id) references gpkg_spatial_ref_sys (srs_id)
  );
  create table gpkg_extensions (
    table_name text, column_name text, extension_name text not null, definition text not null, scope text not null,
    constraint ge_tce unique (table_name, column_name, extension_name)
  );
  create table gpkg_metadata (
    id integer primary key autoincrement not null, md_scope text not null default 'dataset',
    md_standard_uri text not null, mime_type text not null default 'text/xml', metadata text not null default ''
  );
  create table gpkg_metadata_reference (
    reference_scope text not null, table_name text, column_name text, row_id_value integer,
    timestamp datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    md_file_id integer not null, md_parent_id integer,
    constraint crmr_mfi_fk foreign key (md_file_id) references gpkg_metadata (id),
    constraint crmr_mpi_fk foreign key (md_parent_id) references gpkg_metadata (id)
  );
  insert into gpkg_extensions
    select table_name, null, 'gpkg_metadata', 'http://www.geopackage.org/spec120/#extension_metadata', 'read-write'
    from (select 'gpkg_metadata' as table_name union all select 'gpkg_metadata_reference');
  create table features (
    fid integer primary key autoincrement not null, key text not null, value text not null,
    within_metres double not null, geom blob
  );
  create table coverage (
    id integer primary key autoincrement not null, place text not null, code text not null, coverage text not null
  );
  create virtual table rtree_features_geom using rtree(id, minx, maxx, miny, maxy);`;

/** Made once the rows are there. `features_unplaced`: few rows have no geometry. */
const INDEXES = `
  create index features_key on features (key);
  create index features_unplaced on features (key) where geom is null;
  create index features_imprecise on features (within_metres) where within_metres > 0;`;

export const createTables = (db: DatabaseSync): void => db.exec(TABLES);

/** What the package says of its rows; `extent` is null when none has a geometry. */
type Contents = { manifest: Omit<Manifest, 'importedAt'>; extent: Box | null; geometryTypes: ReadonlySet<string> };

/** Completes a package. Nothing depends on the day of the import: the same files give the same bytes. */
export function describeContents(db: DatabaseSync, { manifest, extent, geometryTypes }: Contents): void {
  const lastChange = `${manifest.publishedOn}T00:00:00.000Z`;
  const contents = db.prepare('insert into gpkg_contents values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const { id, label, attribution, licence } = manifest;
  const described = `${manifest.dataset} ${id}, ${attribution}, ${licence}`;
  const [dataType, srs] = extent === null ? ['attributes', null] : ['features', SRS_ID];
  contents.run('features', dataType, label, described, lastChange, ...(extent ?? [null, null, null, null]), srs);
  contents.run('coverage', 'attributes', 'coverage', '', lastChange, null, null, null, null, null);
  const [type = '', ...others] = geometryTypes;
  if (extent === null) db.exec('drop table rtree_features_geom');
  else {
    const named = others.length === 0 ? type : 'GEOMETRY';
    db.prepare(`insert into gpkg_geometry_columns values ('features', 'geom', ?, ?, 0, 0)`).run(named, SRS_ID);
    db.exec(`insert into gpkg_extensions values ('features', 'geom', 'gpkg_rtree_index',
      'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`);
    for (const trigger of TRIGGERS) db.exec(trigger);
  }
  db.exec(INDEXES);
  const text = JSON.stringify(manifest);
  db.prepare(`insert into gpkg_metadata values (1, 'dataset', ?, 'application/json', ?)`).run(manifest.sourceUrl, text);
  const reference = db.prepare(
    `insert into gpkg_metadata_reference values ('geopackage', null, null, null, ?, 1, null)`,
  );
  reference.run(lastChange);
}

const PUT = `insert or replace into rtree_features_geom
  values (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom), ST_MaxY(new.geom));`;
const DROP = 'delete from rtree_features_geom where id = old.fid;';
const IS_DRAWN = '(new.geom not null and not ST_IsEmpty(new.geom))';
const IS_NOT = '(new.geom is null or ST_IsEmpty(new.geom))';

/** Annex F.3 of the standard, for a tool that changes a copy of the package; ours never does. */
const TRIGGERS = [
  ['insert', 'insert', IS_DRAWN, PUT],
  ['update1', 'update of geom', `old.fid = new.fid and ${IS_DRAWN}`, PUT],
  ['update2', 'update of geom', `old.fid = new.fid and ${IS_NOT}`, DROP],
  ['update3', 'update', `old.fid != new.fid and ${IS_DRAWN}`, `${DROP} ${PUT}`],
  [
    'update4',
    'update',
    `old.fid != new.fid and ${IS_NOT}`,
    'delete from rtree_features_geom where id in (old.fid, new.fid);',
  ],
  ['delete', 'delete', 'old.geom not null', DROP],
].map(
  ([name, event, condition, action]) =>
    `create trigger rtree_features_geom_${name} after ${event} on features when ${condition} begin ${action} end`,
);

/** A line of the coverage table. */
type CoverageRow = readonly [place: keyof CoverageTable, code: string, coverage: string];

export function coverageRows({ elsewhere, departements, communes }: CoverageTable): CoverageRow[] {
  const rowsOf = (place: 'departements' | 'communes', codes: CoverageTable['communes']): CoverageRow[] =>
    Object.entries(codes)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, coverage]) => [place, code, coverage]);
  return [['elsewhere', '', elsewhere], ...rowsOf('departements', departements), ...rowsOf('communes', communes)];
}
