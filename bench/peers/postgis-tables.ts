import { join } from 'node:path';
import type { DatasetName } from '../../server/src/domain/datasets/datasets.ts';
import type { Postgis } from './postgis.ts';

/** Raised with any change of the tables, which are then made again. */
const VERSION = 2;
const LOADED_STEP = `loaded_${VERSION}`;
const PREPARED_STEP = `prepared_${VERSION}`;
const IN_METRES = ['-t_srs', 'EPSG:2154'];
const POINTS = [
  '-s_srs',
  'EPSG:4326',
  ...IN_METRES,
  '-oo',
  'X_POSSIBLE_NAMES=longitude',
  '-oo',
  'Y_POSSIBLE_NAMES=latitude',
];
const SURFACES = ['-nlt', 'PROMOTE_TO_MULTI', '-a_srs', 'EPSG:2154'];

type Table = { dataset: DatasetName; file: string; table: string; options: readonly string[] };
export const CLAY_FILE = 'AleaRG_2025_Fxx_L93.shp';
/** A measured import has the options of the others. */
export const CLAY_OPTIONS = SURFACES;

const TABLES: readonly Table[] = [
  { dataset: 'clay', file: CLAY_FILE, table: 'clay', options: SURFACES },
  { dataset: 'ppr-zones', file: 'N_ZONE_REG_PPRN_FRANCE_S.shp', table: 'ppr_zones', options: SURFACES },
  { dataset: 'casias', file: 'casias.geojson', table: 'casias', options: IN_METRES },
  {
    dataset: 'installations',
    file: 'InstallationsClassees_FRA.shp',
    table: 'installations',
    options: ['-a_srs', 'EPSG:2154'],
  },
  { dataset: 'cavities', file: 'cavites.csv', table: 'cavities', options: POINTS },
  { dataset: 'ground-movements', file: 'mouvements.csv', table: 'movements', options: POINTS },
  { dataset: 'sis', file: 'sis.csv', table: 'sis_text', options: [] },
  { dataset: 'brush-clearing', file: 'debroussaillement.shp', table: 'brush', options: SURFACES },
  { dataset: 'noise', file: 'peb_zones.shp', table: 'noise_zones', options: SURFACES },
  { dataset: 'noise', file: 'peb_arrete.geojson', table: 'noise_plans', options: IN_METRES },
  { dataset: 'coastal-list', file: 'trait-de-cote-commune.csv', table: 'coastal', options: [] },
  { dataset: 'communes', file: 'mouvements-communes.csv', table: 'mergers', options: [] },
  { dataset: 'radon', file: 'radon.csv', table: 'radon', options: [] },
  { dataset: 'seismic-zones', file: 'zonage_sismique.csv', table: 'seismic', options: [] },
  { dataset: 'gaspar-pprn', file: 'pprn_gaspar_2026-03-02.csv', table: 'pprn', options: [] },
  { dataset: 'gaspar-pprm', file: 'pprm_gaspar_2026-03-02.csv', table: 'pprm', options: [] },
  { dataset: 'gaspar-pprt', file: 'pprt_gaspar_2026-03-02.csv', table: 'pprt', options: [] },
  { dataset: 'gaspar-catnat', file: 'catnat_gaspar_2026-03-02.csv', table: 'catnat', options: [] },
];

/** `ogr2ogr` makes the GiST indexes; zones are also cut at 256 vertices, as is usual. */
const PREPARED = `
  alter table casias add within_metres float8;
  update casias set within_metres =
    case when coalesce(adresse, '') = '' or precision_adr !~* '^num' then 500 else 0 end;
  alter table installations add within_metres float8;
  update installations set within_metres = case when coalesce(adresse, '') = '' then 500 else 0 end;
  alter table cavities add within_metres float8;
  update cavities set within_metres = case when reperage_geo = 'commune' then 1000 else 0 end,
    geom = case when reperage_geo = 'commune' then null else geom end;
  create index on cavities (code_insee) where geom is null;
  alter table movements add within_metres float8;
  update movements set within_metres = case when precision_lieu = 'kilomètre' then 1000 else 0 end;
  create table sis as
    select id_sis, code_insee, nom, adresse, ST_Transform(geog::geometry, 2154) as geom from sis_text;
  create index on sis using gist (geom);
  create table clay_parts as
    select ogc_fid, niveau, dpt, ST_Subdivide(geom, 256) as geom from clay;
  create index on clay_parts using gist (geom);
  create table ppr_parts as
    select ogc_fid, id_gaspar, codezone, nom, typereg, ST_Subdivide(geom, 256) as geom from ppr_zones;
  create index on ppr_parts using gist (geom);
  create table brush_parts as
    select ogc_fid, dept, url, dat_ap_old, ST_Subdivide(geom, 256) as geom from brush;
  create index on brush_parts using gist (geom);
  alter table noise_plans add is_drawn bool;
  update noise_plans set is_drawn = oaci in (select code_oaci from noise_zones);
  create index on coastal (code_commune);
  create table plans as
    select 'pprn' as family, cod_nat_pprn as id, lib_pprn as name, cod_commune, lib_risque, dat_prescription, dat_approbation from pprn
    union all select 'pprm', cod_nat_pprm, lib_pprm, cod_commune, lib_risque, dat_prescription, dat_approbation from pprm
    union all select 'pprt', cod_nat_pprt, lib_pprt, cod_commune, lib_risque, dat_prescription, dat_approbation from pprt;
  create index on plans (cod_commune);
  create index on catnat (cod_commune);
  create index on radon (insee_com);
  create index on seismic (insee);
  create index on mergers (com_ap);
`;

/** Reads tables and indexes into the memory of the server. */
export async function warmPostgis({ client }: Postgis): Promise<void> {
  await client.query('create extension if not exists pg_prewarm');
  await client.query(`
    with used as (select oid, reltoastrelid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')),
      whole as (select oid from used union select reltoastrelid from used where reltoastrelid <> 0
        union select indexrelid from pg_index where indrelid in (select reltoastrelid from used))
    select sum(pg_prewarm(oid::regclass)) from whole where pg_relation_size(oid) > 0`);
}

/** Loads every table, once; a fill that was stopped goes on from the loaded files. */
export async function fillPostgis(postgis: Postgis, folders: Map<DatasetName, string>): Promise<void> {
  const { client } = postgis;
  const isDone = async (step: string): Promise<boolean> => {
    const { rows } = await client.query<{ done: string | null }>('select to_regclass($1) as done', [step]);
    return rows[0]?.done !== null;
  };
  if (await isDone(PREPARED_STEP)) return;
  if (!(await isDone(LOADED_STEP))) {
    await client.query('drop schema public cascade; create schema public; create extension postgis');
    for (const { dataset, file, table, options } of TABLES) {
      await postgis.load(join(folders.get(dataset) ?? '', file), table, options);
    }
    await client.query(`create table ${LOADED_STEP} ()`);
  }
  // One transaction.
  await client.query(`${PREPARED} create table ${PREPARED_STEP} ()`);
  await client.query('vacuum (analyze)');
}
