import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, UndrawnNoisePlan } from '#domain/risks/facts.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { RETENTION, type AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { factOf } from '#adapters/fact.ts';
import type { AdapterDeps, Answered, Source } from '#adapters/fact.ts';
import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { latestDate, probe, webAddress } from './noise-layer.ts';
import { metresBetween } from '#adapters/addresses/place-points.ts';
import { OptionalPoint } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

const INDEX: Source = {
  source: 'geopf-peb-arretes',
  label: 'Géoplateforme — index des arrêtés de plans d’exposition au bruit',
  attribution: '© DGAC',
  licence: OPEN_LICENCE,
  url: 'https://www.geoportail.gouv.fr/donnees/plan-dexposition-au-bruit-peb',
};
/**
 * A runway's plan extends some fifteen kilometres along its axis; the index gives a point per aerodrome and no commune.
 */
export const REACH_METRES = 15_000;

type Ask = <T>(request: string, load: (recorder: Recorder) => Promise<T>) => Promise<Answered<T>>;

export function asker(
  { baseUrl, answers }: { baseUrl: string } & Pick<AdapterDeps, 'answers'>,
  observer?: AnswerObserver,
): Ask {
  return async (request, load) =>
    answers.ask({ baseUrl, service: INDEX.source, request, retention: RETENTION.parcels, load }, observer);
}

/**
 * Plans with an arrêté but no zone (Cayenne, Toussus-le-Noble). A plan is drawn when the layer has one of its zones at
 * the aerodrome.
 */
export function findUndrawn(
  { ask, http, clock }: { ask: Ask; http: HttpClient; clock: AdapterDeps['clock'] },
  place: Place,
): Promise<Fact<UndrawnNoisePlan[]>> {
  return factOf({ source: INDEX, clock }, async () => {
    const index = await ask('index', (recorder) => askIndex(recorder.over(http)));
    const near = index.value.flatMap(({ at, ...plan }) => {
      const metres = at === null ? null : metresBetween(place, at);
      return at !== null && metres !== null && metres <= REACH_METRES ? [{ plan, at, metres }] : [];
    });
    const unplaced = index.value.flatMap(({ at, ...plan }) => (at === null ? [{ ...plan, distanceMetres: null }] : []));
    const answers = await Promise.all(
      near.map(async ({ plan, at, metres }) => {
        const [longitude, latitude] = at;
        const load = async (recorder: Recorder): Promise<boolean> =>
          (await probe(recorder.over(http), { longitude, latitude })).some((zone) => zone.aerodrome === plan.aerodrome);
        const drawn = await ask(`drawn ${plan.aerodrome}`, load);
        return { ...drawn, plan: { ...plan, distanceMetres: Math.round(metres) } };
      }),
    );
    const all = [index, ...answers];
    const [obtainedAt = index.obtainedAt] = all.map((one) => one.obtainedAt).toSorted();
    const from = all.some((one) => one.from === 'last-good') ? 'last-good' : 'supplier';
    const undrawn = answers.flatMap(({ value: isDrawn, plan }) => (isDrawn ? [] : [plan]));
    return { value: [...undrawn, ...unplaced], obtainedAt, from };
  });
}

const NoisePlan = z
  .object({ nom: OptionalText, oaci: OptionalText, arrete_peb: OptionalText })
  .transform(({ nom, oaci, arrete_peb }) => ({
    aerodrome: oaci ?? 'sans code OACI',
    // « LFMI - ISTRES »
    aerodromeName: (nom ?? oaci ?? 'sans nom').replace(/^[A-Z]{4}\s*-\s*/u, ''),
    decreeDate: latestDate(null, arrete_peb),
    documentUrl: webAddress(arrete_peb),
  }));

/** An aerodrome of the exported index. */
export const NoisePlanFeature = z
  .object({
    geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
    properties: NoisePlan,
  })
  .transform(({ geometry, properties }) => ({ ...properties, at: geometry.coordinates }));

/** `at` is null when its position cannot be read: its plan may be anywhere. */
const IndexedPlan = z
  .object({ geometry: OptionalPoint, properties: NoisePlan })
  .transform(({ geometry, properties }) => ({ ...properties, at: geometry }))
  .catch({ ...NoisePlan.parse({}), at: null });
type IndexedPlan = z.infer<typeof IndexedPlan>;
/** The index is of all France: an empty one, or one that lacks some, would read as « no plan near here ». */
const IndexAnswer = z
  .object({ features: z.array(IndexedPlan), numberMatched: z.number().nullish().catch(null) })
  .refine(({ features }) => features.some(({ at }) => at !== null))
  .refine(({ features, numberMatched }) => (numberMatched ?? 0) <= features.length);

/** 224 aerodromes, 66 kB; no WFS has the zones themselves. */
async function askIndex(http: HttpClient): Promise<IndexedPlan[]> {
  const query = {
    SERVICE: 'WFS',
    VERSION: '2.0.0',
    REQUEST: 'GetFeature',
    TYPENAMES: 'dgac_peb_arrete_wfs:dgac_peb_arrete_wfs',
    OUTPUTFORMAT: 'application/json',
    SRSNAME: 'EPSG:4326',
  };
  return (await askJson(http, { request: { path: '/wfs/ows', query }, schema: IndexAnswer })).features;
}
