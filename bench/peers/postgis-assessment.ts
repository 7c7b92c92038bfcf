import type { Position } from 'geojson';
import type { Client } from 'pg';
import type { Sample } from '../datasets-engine-places.ts';

/** One dataset's question: the columns that a statement needs, from one prepared statement. */
type Question = { name: string; text: string; values: (asked: Asked) => unknown[] };
/**
 * Parcels, point and the box of both, as EWKB in Lambert-93; parcels' area; communes. `from`: where distances to sites are
 * measured from, the point or several parcels.
 */
export type Asked = { parcels: string; point: string; box: string; area: number; communes: string[]; from: string };

/** `$1` parcels, `$2` point, `$3` box of both, `$4` area of the parcels. */
const AROUND = (asked: Asked): unknown[] => [asked.parcels, asked.point, asked.box, asked.area];
const CONTAINS = 'bool_or(ST_Intersects(geom, $2::geometry))';
const COMMON = `sum(case when ST_Covers(geom, $1::geometry) then $4::float8
  else ST_Area(ST_Intersection(geom, $1::geometry)) end)`;
const MEETS = 'geom && $3::geometry and (ST_Intersects(geom, $1::geometry) or ST_Intersects(geom, $2::geometry))';
/** A square metre, or a hundredth of the property: less is a sliver between two drawings. */
const zones = (columns: string, table: string): string => `
  select * from (
    select ${columns}, ${CONTAINS} as contains, ${COMMON} as common from ${table} where ${MEETS} group by ogc_fid, ${columns}
  ) met where contains or common >= least(1, 0.01 * $4::float8)`;
/** `reach`: 500 m and the least precise position of the table. */
const sites = (columns: string, table: string, reach: number): string => `
  select ${columns}, case when within_metres = 0 then ST_Distance(geom, $1::geometry) end as metres
  from ${table} where ST_DWithin(geom, $1::geometry, ${reach}) and ST_DWithin(geom, $1::geometry, 500 + within_metres)`;
const FROM = ({ from }: Asked): unknown[] => [from];
const COMMUNES = ({ communes }: Asked): unknown[] => [communes];
const CODES = '(select unnest($1::text[]) union all select com_av from mergers where com_ap = any($1::text[]))';

const QUESTIONS = {
  clay: { text: zones('niveau, dpt', 'clay_parts'), values: AROUND },
  zones: { text: zones('id_gaspar, codezone, nom, typereg', 'ppr_parts'), values: AROUND },
  sis: {
    text: `select id_sis as id, nom, adresse, ST_Area(ST_Intersection(geom, $1::geometry)) as common,
      ST_Intersects(geom, $2::geometry) as contains from sis where ${MEETS} and $4::float8 > 0`,
    values: AROUND,
  },
  casias: {
    text: sites(
      'identifiant_ssp as id, nom_etablissement, activite_principale, statut, adresse, nom_commune, fiche_risque',
      'casias',
      1_000,
    ),
    values: FROM,
  },
  installations: {
    text: `${sites(
      'code_aiot as id, nom_ets, lib_naf, adresse, cd_postal, commune, lib_regime, lib_seveso, url_fiche',
      'installations',
      1_000,
    )} and lib_regime <> 'Non ICPE'`,
    values: FROM,
  },
  cavities: {
    text: `${sites('identifiant as id, type, nom', 'cavities', 500)}
      union all select identifiant, type, nom, null from cavities where geom is null and code_insee in (
        select unnest($2::text[]) union all select com_av from mergers where com_ap = any($2::text[]))`,
    values: ({ from, communes }) => [from, communes],
  },
  movements: { text: sites('identifiant as id, type, lieu', 'movements', 1_500), values: FROM },
  plans: {
    text: `select family, id, name, lib_risque, dat_prescription, dat_approbation from plans where cod_commune in ${CODES}`,
    values: COMMUNES,
  },
  catnat: {
    text: `select cod_nat_catnat as id, lib_risque_jo, dat_deb, dat_fin, dat_pub_arrete, dat_pub_jo, lib_commune
      from catnat where cod_commune in ${CODES} order by dat_deb desc`,
    values: COMMUNES,
  },
  brush: { text: zones('dept, url, dat_ap_old', 'brush_parts'), values: AROUND },
  noise: {
    text: `select code_oaci, zone, indldenext, indldenint, date_arret, ref_doc,
      ST_Area(ST_Intersection(geom, $1::geometry)) as common, ST_Intersects(geom, $2::geometry) as contains
      from noise_zones where ${MEETS} and $4::float8 > 0`,
    values: AROUND,
  },
  noisePlans: {
    text: `select oaci as id, nom, arrete_peb, ST_Distance(geom, $1::geometry) as metres
      from noise_plans where not is_drawn and ST_DWithin(geom, $1::geometry, 15000)`,
    values: ({ point }) => [point],
  },
  coastal: {
    text: `select bool_or(is_currently_active = 'True') as listed from coastal where code_commune in ${CODES}`,
    values: COMMUNES,
  },
  radon: {
    text: `select max(classe_potentiel) as highest from radon where insee_com in ${CODES}`,
    values: COMMUNES,
  },
  seismic: { text: `select max(sismicite) as highest from seismic where insee in ${CODES}`, values: COMMUNES },
} satisfies Record<string, Omit<Question, 'name'>>;

export type Row = Record<string, string | number | boolean | null>;
export type PeerAnswer = Record<keyof typeof QUESTIONS, Row[]>;
export const PEER_QUESTIONS = Object.keys(QUESTIONS).length;

/** Every question about a place, one after the other on one connection. */
export async function askPostgis(client: Client, asked: Asked): Promise<PeerAnswer> {
  const answers: Partial<PeerAnswer> = {};
  for (const [name, { text, values }] of Object.entries(QUESTIONS) as [keyof PeerAnswer, Omit<Question, 'name'>][]) {
    answers[name] = (await client.query<Row>({ name, text, values: values(asked) })).rows;
  }
  return answers as PeerAnswer;
}

/** What the other questions are asked with: the place's degrees in Lambert-93. The first question, timed as the others. */
export async function askedOf(client: Client, { place, parcels, point }: Sample): Promise<Asked> {
  const degrees = place.parcels.map(({ outline }) => `(${outline.coordinates.map(ringsOf).join()})`);
  const text = `
    select parcels, point, ST_Envelope(ST_Collect(parcels, point)) as box, ST_Area(parcels) as area from (
      select ST_Transform(ST_GeomFromText($1, 4326), 2154) as parcels, ST_Transform(ST_GeomFromText($2, 4326), 2154) as point
    ) given`;
  const values = [`MULTIPOLYGON(${degrees.join()})`, `POINT(${place.longitude} ${place.latitude})`];
  const { rows } = await client.query<Omit<Asked, 'communes' | 'from'>>({ name: 'place', text, values });
  const [row] = rows;
  if (row === undefined || parcels.length !== place.parcels.length || point.length !== 2) throw new Error('no place');
  const from = parcels.length > 1 ? row.parcels : row.point;
  return { ...row, from, communes: [...new Set(place.parcels.map(({ commune }) => commune))] };
}

const ringsOf = (rings: Position[][]): string =>
  rings.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join()})`).join();
