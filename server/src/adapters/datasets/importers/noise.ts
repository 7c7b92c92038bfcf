import { NoiseLayerFeature, type NoiseZoneRead } from '#adapters/noise/noise-layer.ts';
import { NoisePlanFeature } from '#adapters/noise/noise-plan-index.ts';
import type { Coverage } from '#domain/datasets/coverage.ts';
import type { UndrawnNoisePlan } from '#domain/risks/facts.ts';
import { LAYER_FILE, readLayer } from '../formats/layer.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, requireColumns } from './sites.ts';

/** A zone, whose key is its aerodrome. */
export type NoiseZoneRow = NoiseZoneRead;
/**
 * A plan of the index of arrêtés; the key is empty. `unknown`: the zones may be elsewhere, or are of a former plan: the
 * live service is asked.
 */
export type NoisePlanRow = {
  plan: Omit<UndrawnNoisePlan, 'distanceMetres'>;
  at: [number, number];
  zones: 'drawn' | 'not-drawn' | 'unknown';
};

/**
 * The layer's zones, all letters, and the index of arrêtés, which names the plans that the layer does not draw. Of the
 * live layer, recorded answers were read; no exported file was.
 */
export const noise: Importer = {
  dataset: 'noise',
  version: 1,
  label: 'Plans d’exposition au bruit des aérodromes (PEB)',
  publisher: 'DGAC, diffusé par l’IGN',
  attribution: '© DGAC',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://data.geopf.fr/wfs/ows?SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=dgac_peb_arrete_wfs:dgac_peb_arrete_wfs&OUTPUTFORMAT=application/json&SRSNAME=EPSG:4326',
  pageUrl: 'https://www.geoportail.gouv.fr/donnees/plan-dexposition-au-bruit-peb',
  // The index has a newer arrêté.
  maxAgeDays: 120,
  read: readNoise,
};

const INDEX = /peb.?arrete/i;
/** The index had 224 plans, and the layer 298 zones of the plans that it draws. Fewer is an extract. */
const NATIONAL = { plans: 200, drawn: 60 };
const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Letters met, and for each drawn aerodrome the day of its latest arrêté, empty when unknown. */
type Drawn = { letters: Set<string>; decrees: Map<string, string> };

async function* readNoise(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const drawn: Drawn = { letters: new Set(), decrees: new Map() };
  const files = source.matching(/peb/i, 'dgac_peb_arrete.geojson').filter(({ name }) => LAYER_FILE.test(name));
  for (const file of files.filter(({ name }) => !INDEX.test(name))) yield* readZones(file, report, drawn);
  const indexes = files.filter(({ name }) => INDEX.test(name));
  if (drawn.decrees.size === 0 || indexes.length === 0) {
    throw new DatasetRefusal('noise : il faut les zones (« peb ») et l’index des arrêtés (« peb_arrete »).');
  }
  let plans = 0;
  for (const file of indexes) {
    for await (const row of readPlans(file, report, drawn)) {
      plans += 1;
      yield row;
    }
  }
  const isWhole = LETTERS.every((letter) => drawn.letters.has(letter));
  const isNational = isWhole && plans >= NATIONAL.plans && drawn.decrees.size >= NATIONAL.drawn;
  const elsewhere: Coverage = isNational ? 'covered' : 'partly';
  report.coverage({ elsewhere, departements: {}, communes: {} });
}

const ZONE_COLUMNS = ['zone', 'code_oaci', 'indldenext', 'indldenint', 'date_arret', 'ref_doc'];

async function* readZones(file: SourceFile, report: Report, { letters, decrees }: Drawn): AsyncGenerator<ReleaseRow> {
  for await (const { attributes, outline } of readLayer(file, { epsg: '2154' })) {
    requireColumns(file.name, attributes, ZONE_COLUMNS);
    report.columns('zones', Object.keys(attributes));
    const zone = NoiseLayerFeature.safeParse({ geometry: outline, properties: attributes });
    if (!zone.success) {
      const [letter, aerodrome] = ['zone', 'code_oaci'].map((name) => attributesOf(attributes)(name));
      throw new DatasetRefusal(`${file.name} : zone « ${letter} » de l’aérodrome « ${aerodrome} » illisible.`);
    }
    const { data: value } = zone;
    letters.add(value.zone);
    decrees.set(value.aerodrome, latest(decrees.get(value.aerodrome), value.decreeDate));
    if (outline !== null) yield { key: value.aerodrome, value: value satisfies NoiseZoneRow, outline };
  }
}

const latest = (...dates: (string | null | undefined)[]): string =>
  dates
    .map((date) => date ?? '')
    .toSorted()
    .at(-1) ?? '';

async function* readPlans(file: SourceFile, report: Report, { decrees }: Drawn): AsyncGenerator<ReleaseRow> {
  const newest = latest(...decrees.values());
  for await (const { attributes, site } of readLayer(file)) {
    requireColumns(file.name, attributes, ['nom', 'oaci', 'arrete_peb']);
    report.columns('arrêtés', Object.keys(attributes));
    const found = NoisePlanFeature.safeParse({ geometry: { coordinates: site }, properties: attributes });
    if (!found.success) throw new DatasetRefusal(`${file.name} : un aérodrome est sans position.`);
    const { at, ...plan } = found.data;
    const zones = zonesOf({
      decree: plan.decreeDate,
      at,
      drawnBy: decrees.get(plan.aerodrome) ?? null,
      newest,
    });
    yield { key: '', value: { plan, at, zones } satisfies NoisePlanRow, site: at };
  }
}

type Asked = { decree: string | null; at: [number, number]; drawnBy: string | null; newest: string };

/**
 * Zones of an arrêté before the index's are those of a former plan. A plan without zones is not drawn only if the files
 * could have it: of the mainland, and not after their newest arrêté.
 */
function zonesOf({ decree, at, drawnBy, newest }: Asked): NoisePlanRow['zones'] {
  if (drawnBy !== null) return decree === null || drawnBy >= decree ? 'drawn' : 'unknown';
  return isMainland(at) && decree !== null && decree <= newest ? 'not-drawn' : 'unknown';
}

const isMainland = ([longitude, latitude]: [number, number]): boolean => latitude > 41 && longitude > -6;
