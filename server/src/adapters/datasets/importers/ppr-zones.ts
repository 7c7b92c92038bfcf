import type { MultiPolygon } from 'geojson';
import type { Ppr, PprRule } from '#domain/risks/facts.ts';
import { openGeoPackage } from '../formats/geopackage.ts';
import { readShapefile } from '../formats/shapefile.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';

/** A regulatory zone of a plan; the key is the plan's GASPAR identifier. */
export type PprZoneRow = Ppr['zones'][number] & {
  gasparId: string;
  works: boolean | null;
  /** False for a zone that the file names without drawing it. */
  isDrawn?: false;
};

/**
 * Regulatory zones of plans, from files of either standard: COVADIS layers (`N_ZONE_REG_…`) and the geostandard's
 * GeoPackages. A plan without a row is not digitised here, whatever its commune.
 */
export const pprZones: Importer = {
  dataset: 'ppr-zones',
  version: 3,
  label: 'Zonages réglementaires des plans de prévention des risques',
  publisher: 'Préfectures (DDT, DREAL), diffusés par Géorisques',
  attribution: 'Ministère chargé de l’environnement, préfectures',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://files.georisques.fr/ppr/',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/zonages-des-ppr',
  maxAgeDays: 400,
  read: readZones,
};

const GEOPACKAGE = /^ppr[nmt]?_\w+\.gpkg$/i;
const COVADIS = /^N_ZONE_REG_PPR[NMT]?_\w+\.shp$/i;

async function* readZones(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const files = source.matching(
    /\.(?:gpkg|shp)$/i,
    'N_ZONE_REG_PPRN_20180003_S_038.shp » ou « pprn_76ddtm20120001.gpkg',
  );
  const known: Plans = { zoned: new Set(), land: new Set() };
  for (const file of files) {
    if (GEOPACKAGE.test(file.name)) yield* rowsOf(readGeoPackage(file, report), report, known);
    else if (COVADIS.test(file.name)) yield* rowsOf(readCovadis(file, report), report, known);
  }
  for (const plan of known.land.difference(known.zoned)) yield rowOf({ ...UNDRAWN, plan });
  report.coverage({ elsewhere: 'partly', departements: {}, communes: {} });
}

type Coded = { rule: PprRule; label: string };

/** COVADIS, `typereg`. */
const COVADIS_RULES: Readonly<Record<string, Coded>> = {
  '01': { rule: 'prescriptions-outside-hazard', label: 'Prescriptions hors zone d’aléa' },
  '02': { rule: 'prescriptions', label: 'Prescriptions' },
  '03': { rule: 'interdiction', label: 'Interdiction' },
  '04': { rule: 'interdiction-stricte', label: 'Interdiction stricte' },
  '05': { rule: 'delaissement', label: 'Délaissement possible' },
  '06': { rule: 'expropriation', label: 'Expropriation possible' },
};
/** Geostandard, `typereglementurba`: from 05 on the numbers mean something else. */
const STANDARD_RULES: Readonly<Record<string, Coded>> = {
  '01': { rule: 'prescriptions-outside-hazard', label: 'Prescriptions hors zone d’aléa' },
  '02': { rule: 'prescriptions', label: 'Prescriptions' },
  '03': { rule: 'interdiction', label: 'Interdiction' },
  '04': { rule: 'interdiction-stricte', label: 'Interdiction stricte' },
  '05': { rule: 'unidentified', label: 'Recommandations' },
  '06': { rule: 'unidentified', label: 'Zone grisée' },
  '07': { rule: 'unidentified', label: 'Zone d’aléa exceptionnel' },
};
/** Geostandard, `typereglementfoncier`. */
const LAND_RULES: Readonly<Record<string, Coded>> = {
  '01': { rule: 'delaissement', label: 'Délaissement possible' },
  '02': { rule: 'expropriation', label: 'Expropriation possible' },
};

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** `outline` is null for a zone without one, or drawn as a line or a point. */
type Zone = {
  plan: string;
  code: string;
  name: string;
  coded: Coded | undefined;
  works: boolean | null;
  outline: MultiPolygon | null;
};

/** Plans by what the files have of them: land measures stand beside zones, never instead of them. */
type Plans = { zoned: Set<string>; land: Set<string> };

/** Says that a plan has zones which the files do not draw. */
const UNDRAWN = { code: '', name: '', coded: undefined, works: null, outline: null };

type Zones = Iterable<Zone> | AsyncIterable<Zone>;

/** A zone without a plan may be of any plan of its file: none of them is then drawn whole. */
async function* rowsOf(zones: Zones, report: Report, known: Plans): AsyncGenerator<ReleaseRow> {
  const plans = new Set<string>();
  let hasOrphan = false;
  for await (const zone of zones) {
    if (zone.plan === '') {
      hasOrphan = true;
      report.skipped('zone sans plan, dont le fichier n’est pas complet');
    } else {
      plans.add(zone.plan);
      (isLandRule(zone) ? known.land : known.zoned).add(zone.plan);
      yield rowOf(zone);
    }
  }
  if (hasOrphan) for (const plan of plans) yield rowOf({ ...UNDRAWN, plan });
}

const isLandRule = ({ coded }: Zone): boolean => coded?.rule === 'delaissement' || coded?.rule === 'expropriation';

/** Codes are free text and case sensitive (B1 and b1 differ): kept as written. A lone `-` is no code. */
function rowOf({ plan, code, name, coded, works, outline }: Zone): ReleaseRow {
  const value: PprZoneRow = {
    gasparId: plan,
    code: code === '-' ? '' : code,
    name: name === '' || name === '-' ? null : name,
    rule: coded?.rule ?? 'unidentified',
    ruleLabel: coded?.label ?? null,
    works,
    ...(outline === null && { isDrawn: false }),
  };
  return { key: plan, value, ...(outline !== null && { outline }) };
}

function* readGeoPackage(file: SourceFile, report: Report): Generator<Zone> {
  const pack = openGeoPackage(file);
  try {
    for (const table of pack.tables.filter((name) => /_zonereglementaire(?:urba|foncier)_[slp]$/.test(name))) {
      const isLand = /foncier_[slp]$/.test(table);
      report.columns(isLand ? 'foncier' : 'urba', pack.columns(table));
      for (const { attributes, outline } of pack.features(table)) {
        const plan = text(attributes['codeprocedure']).toUpperCase();
        yield { ...standardZone(attributes, isLand), plan, outline };
      }
    }
  } finally {
    pack.close();
  }
}

function standardZone(attributes: Record<string, unknown>, isLand: boolean): Omit<Zone, 'plan' | 'outline'> {
  const type = text(attributes['typereglement']);
  return {
    code: text(attributes['codezonereglement']),
    name: text(attributes['libellezonereglement']),
    coded: (isLand ? LAND_RULES : STANDARD_RULES)[type],
    works: worksOf(attributes['existemesuresobligatoires'] ?? attributes['obligationtravaux']),
  };
}

/** Version 1.0 renamed the column. Null is unknown, never « non ». */
function worksOf(value: unknown): boolean | null {
  if (value === null || value === undefined || value === '') return null;
  return value === 1 || value === true || /^(?:1|t|true|oui)$/i.test(text(value));
}

async function* readCovadis(file: SourceFile, report: Report): AsyncGenerator<Zone> {
  for await (const { attributes, outline } of readShapefile(file, { epsg: '2154' })) {
    const named = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), text(value)]),
    );
    report.columns('covadis', Object.keys(named));
    const { id_gaspar = '', codezone: code = '', nom: name = '', typereg = '' } = named;
    const plan = id_gaspar.toUpperCase();
    yield { plan, code, name, coded: COVADIS_RULES[typereg], works: null, outline };
  }
}
