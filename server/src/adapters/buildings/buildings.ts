import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { Building, BuildingState } from '#domain/risks/facts.ts';
import type { HttpClient, HttpLimits } from '#platform/suppliers/http-client.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { supplierClient, toFact, type AdapterDeps, type Source } from '#adapters/fact.ts';
import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { readFeatures } from '#adapters/supplier-features.ts';
import { OptionalDate, OptionalText } from '#adapters/supplier-text.ts';
import type { Buildings } from '#adapters/suppliers.ts';
import { boxesOf, meetsBox, type Box } from './boxes.ts';

const SOURCE: Source = {
  source: 'geopf-bdtopo-batiment',
  label: 'BD TOPO® — emprises des bâtiments',
  attribution: 'IGN',
  licence: OPEN_LICENCE,
  url: 'https://geoservices.ign.fr/bdtopo',
};
/** Informative: no longer a wait than for the other sources. The WFS allows 30 requests a second and an address. */
const LIMITS: HttpLimits = {
  timeoutMs: 6000,
  totalMs: 8000,
  attempts: 2,
  perSecond: 10,
  maxBytes: 8_000_000,
  retryDelayMs: 400,
  breakMs: 10_000,
};
/** A larger estate is not read: an incomplete list may lack its largest building. */
const MOST_FOOTPRINTS = 1000;

/**
 * Footprints of the BD TOPO through the WFS of `https://data.geopf.fr`. Typed from its documentation and its files,
 * never seen live (decision 0020). Never throws when the supplier fails.
 */
export function createBuildings({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): Buildings {
  const http = supplierClient({ baseUrl, ...deps }, { service: SOURCE.source, limits: LIMITS });
  return {
    footprints: (place, observer) => {
      const load = (recorder: Recorder): Promise<Building[]> => findFootprints(recorder.over(http), place);
      return toFact({ baseUrl, ...deps }, { source: SOURCE, place, observer, load });
    },
  };
}

async function findFootprints(http: HttpClient, place: Place): Promise<Building[]> {
  const boxes = boxesOf(place);
  const query = {
    SERVICE: 'WFS',
    VERSION: '2.0.0',
    REQUEST: 'GetFeature',
    TYPENAMES: 'BDTOPO_V3:batiment',
    OUTPUTFORMAT: 'application/json',
    SRSNAME: 'CRS:84',
    COUNT: MOST_FOOTPRINTS,
    CQL_FILTER: `INTERSECTS(geometrie,MULTIPOLYGON(${boxes.map(wkt).join(',')}))`,
  };
  const { features: given, numberMatched } = await askJson(http, {
    request: { path: '/wfs/ows', query },
    schema: Answer,
  });
  const fail = (detail: string) => new SupplierFailure({ service: http.service, reason: 'malformed', detail });
  const features = readFeatures(Properties, given).features.flatMap(({ properties, outline }) =>
    outline === null ? [] : [{ ...properties, outline }],
  );
  // One that cannot be read may be the largest of the property.
  if (features.length < given.length) throw fail('a footprint that cannot be read');
  if (features.length >= MOST_FOOTPRINTS || (numberMatched ?? 0) > features.length) {
    throw fail(`${features.length} footprints of ${numberMatched ?? 'more'}`);
  }
  // Another axis order than ours would give another place, or an unfiltered list.
  if (features.some(({ outline }) => !boxes.some((box) => meetsBox(outline, box)))) throw fail('footprints elsewhere');
  return [...new Map(features.map((building) => [building.id, building])).values()];
}

/** CQL on data.geopf.fr has the latitude first. */
function wkt([west, south, east, north]: Box): string {
  const corners = [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
    [south, west],
  ];
  return `((${corners.map((corner) => corner.map((degrees) => degrees.toFixed(5)).join(' ')).join(',')}))`;
}

const STATES: Record<string, BuildingState> = {
  'en service': 'in-service',
  'en projet': 'planned',
  'en construction': 'under-construction',
  'en ruine': 'ruined',
  démoli: 'demolished',
  détruit: 'demolished',
};

/** 9999 is unknown. */
const Accuracy = z
  .number()
  .nullish()
  .transform((metres) => (metres !== null && metres !== undefined && metres > 0 && metres < 9999 ? metres : null));

const Properties = z
  .object({
    cleabs: OptionalText.pipe(z.string()),
    usage_1: OptionalText,
    etat_de_l_objet: OptionalText,
    construction_legere: z.boolean().nullish(),
    precision_planimetrique: Accuracy,
    date_creation: OptionalDate,
    date_modification: OptionalDate,
    date_de_confirmation: OptionalDate,
    identifiants_rnb: OptionalText,
  })
  .transform((properties): Omit<Building, 'outline'> => ({
    id: properties.cleabs,
    // « 7XD2T56XMD3T », « 2NPB8CCYQ237/4S0DB1Z5CV8M »
    rnbIds: properties.identifiants_rnb?.split('/').filter((id) => /^[A-Z0-9]{12}$/u.test(id)) ?? [],
    use: properties.usage_1,
    state: STATES[properties.etat_de_l_objet?.toLowerCase() ?? ''] ?? 'unknown',
    isLight: properties.construction_legere === true,
    accuracyMetres: properties.precision_planimetrique,
    updatedOn: latest([properties.date_creation, properties.date_modification, properties.date_de_confirmation]),
  }));

const Answer = z.object({
  features: z.array(z.unknown()),
  numberMatched: z.number().nullish().catch(null),
});

const latest = (dates: (string | null)[]): string | null =>
  dates
    .filter((date) => date !== null)
    .toSorted()
    .at(-1) ?? null;
