import type { Geometry } from 'geojson';
import { z } from 'zod';
import { placeZones, propertyAt } from '#domain/geometry/overlap.ts';
import { communesOf, inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import type { CoastlineRetreat, Fact, LocalPlanZone, PlanPerimeter, RetreatZone } from '#domain/risks/facts.ts';
import type { HttpClient, HttpLimits } from '#platform/suppliers/http-client.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { RETENTION } from '#platform/suppliers/supplier-answers.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { APICARTO_LIMITS, askFeatures } from '#adapters/cadastre/apicarto.ts';
import { frameAround, surfaceOfBox } from '#adapters/map-box.ts';
import { factOf, supplierClient, toFact, toMapFact, type AdapterDeps, type Source } from '#adapters/fact.ts';
import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { surfaceOf } from '#adapters/addresses/place-points.ts';
import { findPerimetersIn, findPlanPerimeters, PERIMETERS_LIMITS, PERIMETERS_SOURCE } from './plan-perimeters.ts';
import { horizonIn, isPreliminary, isCoastlineRetreatMap } from './coastline-retreat-words.ts';
import type { Drawn } from '#adapters/supplier-features.ts';
import { UNREADABLE_OUTLINE } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';
import type { Urbanism } from '#adapters/suppliers.ts';

const SOURCE: Source = {
  source: 'apicarto-gpu',
  label: 'Géoportail de l’urbanisme — recul du trait de côte',
  attribution: 'Ministère chargé de l’urbanisme, IGN, collectivités',
  licence: OPEN_LICENCE,
  url: 'https://www.geoportail-urbanisme.gouv.fr',
};
/** CNIG standard: prescription 54 is the exposure to coastline retreat, 54-01 at 30 years, 54-02 at 100. */
const SHORELINE_PRESCRIPTION = '54';
const HORIZONS: Record<string, RetreatZone['horizon']> = { '01': '0-30', '02': '30-100' };

/** `coastalList`: the communes of the decrees, from the operator. */
type UrbanismOptions = {
  baseUrl: string;
  coastalList?: { vintage: string; communes: ReadonlyMap<string, string | null> } | null;
} & AdapterDeps;

/**
 * The Géoportail de l'urbanisme through API Carto (`https://apicarto.ign.fr/api`). Never throws when the supplier
 * fails.
 */
export function createUrbanism({ baseUrl, coastalList = null, ...deps }: UrbanismOptions): Urbanism {
  const client = (service: string, limits: HttpLimits) => supplierClient({ baseUrl, ...deps }, { service, limits });
  const http = client(SOURCE.source, APICARTO_LIMITS);
  // A separate circuit breaker: heavy plans must not break the coastline queries, which the law requires.
  const perimeters = client(PERIMETERS_SOURCE.source, PERIMETERS_LIMITS);
  return {
    coastlineRetreat: async (place, observer) => {
      const load = (recorder: Recorder): Promise<CoastlineRetreat> => findCoastlineRetreat(recorder.over(http), place);
      return withList(
        await toFact({ baseUrl, ...deps }, { source: SOURCE, place, observer, load }),
        coastalList,
        place,
      );
    },
    retreatAround: (place, metres, observer) => {
      const surface = surfaceOfBox(frameAround(place, metres));
      const load = async (recorder: Recorder): Promise<RetreatZone[]> =>
        (await findRetreat(recorder.over(http), surface)).zones;
      return toMapFact({ baseUrl, ...deps }, { source: SOURCE, box: frameAround(place, metres), observer, load });
    },
    planPerimeters: (place, observer) => {
      const load = (recorder: Recorder): Promise<PlanPerimeter[]> =>
        findPlanPerimeters(recorder.over(perimeters), place);
      return toFact({ baseUrl, ...deps }, { source: PERIMETERS_SOURCE, place, observer, load });
    },
    perimetersIn: (box) =>
      factOf({ source: PERIMETERS_SOURCE, clock: deps.clock }, () =>
        deps.answers.ask({
          baseUrl,
          service: PERIMETERS_SOURCE.source,
          request: `box ${box.join(',')}`,
          retention: RETENTION.outlines,
          load: () => findPerimetersIn(perimeters, box),
        }),
      ),
  };
}

/** The operator's list is not the supplier's: not stored with its answers. */
function withList(
  fact: Fact<CoastlineRetreat>,
  list: UrbanismOptions['coastalList'],
  { inseeCodes }: Place,
): Fact<CoastlineRetreat> {
  if (!list || fact.state === 'not-obtained') return fact;
  const named = inseeCodes.filter((code) => list.communes.has(code));
  const [since] = named.flatMap((code) => list.communes.get(code) ?? []).toSorted();
  const listed = { isListed: named.length > 0, vintage: list.vintage, ...(since !== undefined && { since }) };
  return { ...fact, value: { ...fact.value, listed } };
}

/** Géorisques has no coastline data: reads zones of the PLU, the préfiguration maps, and the commune's own state. */
async function findCoastlineRetreat(http: HttpClient, place: Place): Promise<CoastlineRetreat> {
  const [coastalCommune, { zones: found, informations, unread }] = await Promise.all([
    isCoastal(http, place),
    findRetreat(http, surfaceOf(place)),
  ]);
  // Inland nothing can be delimited.
  const mayHideZone = coastalCommune !== false && unread > 0;
  const zones = [...found, ...(mayHideZone ? [UNREAD_ZONE] : [])];
  const localPlan = informations.features.flatMap(toLocalPlanZone);
  // Inland nothing can be delimited, and a zone proves its document: queried only where it matters.
  const unpublished = coastalCommune !== false && zones.length === 0 && !(await hasDocument(http, place));
  return {
    coastalCommune,
    unpublished,
    zones,
    localPlan: informations.unread > 0 ? [...localPlan, ...UNREAD_LOCAL_ZONES] : localPlan,
  };
}

/** `unread`: features that may be zones. */
async function findRetreat(http: HttpClient, geometry: Geometry) {
  const [prescriptions, informations] = await Promise.all([
    askFeatures(http, { path: '/gpu/prescription-surf', geometry, properties: Prescription }),
    askFeatures(http, { path: '/gpu/info-surf', geometry, properties: Information }),
  ]);
  const decided = prescriptions.features
    .filter(({ properties }) => properties.typepsc === SHORELINE_PRESCRIPTION)
    .map((feature) => toZone(feature, HORIZONS[feature.properties.stypepsc ?? '']));
  const provisional = informations.features
    .filter(({ properties }) => isCoastlineRetreatMap(properties))
    .map((feature) => ({ ...toZone(feature), provisional: true }));
  return { zones: [...decided, ...provisional], informations, unread: prescriptions.unread + informations.unread };
}

/**
 * True when the GPU has a document d'urbanisme (PLU, PLUi, carte communale …) over the land in each commune of the
 * property: without one, a missing zone proves nothing.
 */
async function hasDocument(http: HttpClient, place: Place): Promise<boolean> {
  const parts = [...Map.groupBy(place.parcels, ({ commune }) => commune).values()];
  const places = parts.length < 2 ? [place] : parts.map((parcels) => ({ ...place, parcels }));
  const found = await Promise.all(places.map((part) => isCoveredByDocument(http, part)));
  return found.every(Boolean);
}

/** Over most of the land: a parcel on a border also meets the document of the next commune. */
const MOST_OF_LAND = 0.5;

async function isCoveredByDocument(http: HttpClient, place: Place): Promise<boolean> {
  const question = { path: '/gpu/document', geometry: surfaceOf(place), properties: z.unknown() };
  const { features } = await askFeatures(http, question);
  const drawn = features.map(({ outline }) => ({ outline: outline ?? UNREADABLE_OUTLINE }));
  const { zones, unreadable } = placeZones(propertyAt(place), drawn);
  // Without a drawing, it is where it was asked.
  if (unreadable.length > 0) return true;
  return zones.reduce((sum, { overlap }) => sum + (overlap.shareOfParcel ?? 1), 0) >= MOST_OF_LAND;
}

const Municipality = z.object({ insee: OptionalText, is_coastline: z.boolean().nullish() });
type Municipalities = Drawn<z.infer<typeof Municipality>>[];

/**
 * Asks by point, or by the parcels when they are in several communes; by code for a place at sea, or where the point is
 * in another commune. The GPU has every commune: a missing one is a gap, not a « non »; null when unknown.
 */
async function isCoastal(http: HttpClient, place: Place): Promise<boolean | null> {
  const path = '/gpu/municipality';
  const communes = communesOf(place);
  const point: Geometry = { type: 'Point', coordinates: [place.longitude, place.latitude] };
  const geometry = communes.length < 2 ? point : surfaceOf(place);
  const { features: here } = await askFeatures(http, { path, geometry, properties: Municipality });
  if (communes.length < 2) return isCoastalAt(http, place.inseeCodes, here);
  const found = await Promise.all(
    communes.map(async ({ code }) => {
      const codes = inseeCodesOf(code);
      // The parcels on a border also touch the next commune.
      const own = here.filter(({ properties: { insee } }) => insee !== null && codes.includes(insee));
      return own.length > 0 ? own : byCode(http, codes);
    }),
  );
  return anyOf(found.map((own) => coastalOf(own, http)));
}

/** The point may be in the next commune, and a commune that merged may have another code there: that is no « non ». */
async function isCoastalAt(http: HttpClient, codes: string[], here: Municipalities): Promise<boolean | null> {
  const own = ofCommune(here, codes);
  if (own.length > 0) return coastalOf(own, http);
  const named = await byCode(http, codes);
  if (named.length > 0 || here.length === 0) return coastalOf(named, http);
  return coastalOf(here, http) || null;
}

async function byCode(http: HttpClient, inseeCodes: string[]): Promise<Municipalities> {
  for (const insee of inseeCodes) {
    const found = await askFeatures(http, { path: '/gpu/municipality', query: { insee }, properties: Municipality });
    const own = ofCommune(found.features, inseeCodes);
    if (own.length > 0) return own;
  }
  return [];
}

/** Without a code, it is of the commune that was asked. */
const ofCommune = (found: Municipalities, codes: string[]): Municipalities =>
  found.filter(({ properties: { insee } }) => insee === null || codes.includes(insee));

function coastalOf(found: Municipalities, { service }: HttpClient): boolean | null {
  if (found.length > 0) return anyOf(found.map(({ properties }) => properties.is_coastline ?? null));
  throw new SupplierFailure({ service, reason: 'not-held', detail: 'commune unknown to the GPU' });
}

/** True when one is; null when none is and one is unknown. */
const anyOf = (answers: (boolean | null)[]): boolean | null =>
  answers.includes(true) || (answers.includes(null) ? null : false);

const Zone = z.object({ libelle: OptionalText, txt: OptionalText, urlfic: OptionalText, nomfic: OptionalText });
const Code = OptionalText.transform((code) => code?.padStart(2, '0') ?? null);
const Prescription = Zone.extend({ typepsc: Code, stypepsc: Code });
const Information = Zone.extend({ typeinf: Code, stypeinf: Code });

/** Stands for a feature that says nothing: it may be a zone of the recul du trait de côte. */
const UNREAD_ZONE: RetreatZone = {
  horizon: null,
  provisional: false,
  label: 'zone illisible',
  documentUrl: null,
  outline: UNREADABLE_OUTLINE,
};

function toZone({ outline, properties }: Drawn<z.infer<typeof Zone>>, known?: RetreatZone['horizon']): RetreatZone {
  const label = properties.libelle ?? properties.txt ?? 'Exposition au recul du trait de côte';
  // Zones at 30 and at 100 years have different effects (L121-22-4 and L121-22-5): never guess.
  const horizon = known ?? horizonIn(`${label} ${properties.txt ?? ''}`);
  const documentUrl = documentOf(properties);
  return { horizon, provisional: isPreliminary(label), label, documentUrl, outline: outline ?? UNREADABLE_OUTLINE };
}

const documentOf = ({ urlfic, nomfic }: z.infer<typeof Zone>): string | null =>
  [urlfic, nomfic].find((text) => text?.startsWith('http')) ?? null;

/** CNIG codes of the informations used to cross-check other headings. */
const SUBJECTS: Record<string, LocalPlanZone['subject']> = {
  '27-00': 'bruit',
  '38-00': 'sis',
  '43-00': 'debroussaillement',
};

/** A feature that says nothing may be of any subject. */
const UNREAD_LOCAL_ZONES = Object.values(SUBJECTS).map((subject): LocalPlanZone => ({
  subject,
  label: 'zone illisible',
  documentUrl: null,
  outline: UNREADABLE_OUTLINE,
}));

function toLocalPlanZone({ outline, properties }: Drawn<z.infer<typeof Information>>): LocalPlanZone[] {
  const subject = SUBJECTS[`${properties.typeinf}-${properties.stypeinf}`];
  if (subject === undefined) return [];
  const label = properties.libelle ?? properties.txt ?? 'sans libellé';
  return [{ subject, label, documentUrl: documentOf(properties), outline: outline ?? UNREADABLE_OUTLINE }];
}
