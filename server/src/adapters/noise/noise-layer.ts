import { z } from 'zod';
import type { NoiseZone } from '#domain/risks/facts.ts';
import type { Point } from '#domain/geometry/interior-point.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { incomplete } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { featuresOf } from '#adapters/supplier-features.ts';
import { Outline, UNREADABLE_OUTLINE } from '#adapters/supplier-geometry.ts';
import { isoDate, OptionalDate, OptionalText } from '#adapters/supplier-text.ts';

const LAYER = 'dgac_peb_plan_wmsv';
/** 101 pixels of 1e-4°, about 1:40 000: nearer than 1:25 000 the layer silently returns no zone. */
const HALF_WINDOW_DEGREES = 0.005;
const PIXELS = 101;
/** Lden stays below about 70; the psophic index of the plans before 2002 goes from 78 to 96. */
const HIGHEST_LDEN = 75;

/** More than any place has: an answer of so many may have been cut. */
const MOST_ZONES = 24;

/** The zones at a point and nearby. */
export async function probe(http: HttpClient, { longitude, latitude }: Point): Promise<NoiseZoneRead[]> {
  // WMS 1.3.0 with EPSG:4326 puts the latitude first; the other order means another place.
  const window = [
    latitude - HALF_WINDOW_DEGREES,
    longitude - HALF_WINDOW_DEGREES,
    latitude + HALF_WINDOW_DEGREES,
    longitude + HALF_WINDOW_DEGREES,
  ];
  const query = {
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetFeatureInfo',
    LAYERS: LAYER,
    QUERY_LAYERS: LAYER,
    STYLES: '',
    CRS: 'EPSG:4326',
    BBOX: window.map((degrees) => degrees.toFixed(6)).join(','),
    WIDTH: PIXELS,
    HEIGHT: PIXELS,
    I: (PIXELS - 1) / 2,
    J: (PIXELS - 1) / 2,
    INFO_FORMAT: 'application/json',
    FEATURE_COUNT: MOST_ZONES,
  };
  const answer = await askJson(http, {
    request: { path: '/wms-v/ows', query },
    schema: featuresOf(NoiseZoneProperties),
  });
  const given = answer.features.length + answer.unread;
  if (answer.left > 0 || given >= MOST_ZONES) throw incomplete(http.service, `${given} noise zones`);
  const zones = answer.features.map(({ properties, outline }) => ({
    ...properties,
    outline: outline ?? UNREADABLE_OUTLINE,
  }));
  return answer.unread > 0 ? [...zones, UNREAD_ZONE] : zones;
}

// « 65 », « 56.5 », null
const Index = OptionalText.transform((text) => (text === null ? null : Number(text.replace(',', '.'))));

const NoiseZoneProperties = z
  .object({
    zone: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(['A', 'B', 'C', 'D'])),
    code_oaci: OptionalText.pipe(z.string()),
    nom: OptionalText,
    indldenext: Index,
    indldenint: Index,
    date_arret: OptionalDate,
    ref_doc: OptionalText,
  })
  .transform(({ zone, code_oaci, nom, indldenext, indldenint, date_arret, ref_doc }) => ({
    aerodrome: code_oaci,
    aerodromeName: nom ?? code_oaci,
    zone,
    index: indexOf([indldenext, indldenint]),
    decreeDate: latestDate(date_arret, ref_doc),
    documentUrl: webAddress(ref_doc),
  }));

/** A zone of the layer, live or exported. */
export const NoiseLayerFeature = z
  .object({ geometry: Outline, properties: NoiseZoneProperties })
  .transform(({ geometry, properties }) => ({ ...properties, outline: geometry }));
export type NoiseZoneRead = z.infer<typeof NoiseLayerFeature>;

/** What the rows of one zone share: two plans of an aerodrome, the former and the new one, are not one. */
export const zoneKey = ({
  aerodrome,
  zone,
  decreeDate,
}: Pick<NoiseZone, 'aerodrome' | 'zone' | 'decreeDate'>): string => `${aerodrome} ${zone} ${decreeDate}`;

/** Stands for a feature that says nothing: without an outline, its name and letter are in no finding. */
const UNREAD_ZONE: NoiseZoneRead = {
  aerodrome: '',
  aerodromeName: '',
  zone: 'A',
  index: null,
  decreeDate: null,
  documentUrl: null,
  outline: UNREADABLE_OUTLINE,
};

/** Some file names contain a space (`PEB_LFDC_ 28_07_1986.pdf`): encode it for the link. */
export const webAddress = (text: string | null): string | null =>
  text !== null && URL.canParse(text) ? new URL(text).href : null;

/** The two indices come in either order (LFMD: 70 outside, 65 inside). */
function indexOf(values: (number | null)[]): NoiseZone['index'] {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value) && value > 0);
  if (known.length === 0) return null;
  const high = Math.max(...known);
  return { kind: high > HIGHEST_LDEN ? 'psophique' : 'lden', low: Math.min(...known), high };
}

/** `date_arret` can be stale (LFNA: 1985) while the document's name holds the new one: `PEB_LFNA_11_04_2017.pdf`. */
export function latestDate(decree: string | null, document: string | null): string | null {
  const named = isoDate(/(\d{2}_\d{2}_\d{4})\.pdf$/i.exec(document ?? '')?.[1] ?? null);
  return (
    [decree, named]
      .filter((date) => date !== null)
      .toSorted()
      .at(-1) ?? null
  );
}
