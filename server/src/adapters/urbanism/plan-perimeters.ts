import { bboxPolygon, buffer, feature, truncate } from '@turf/turf';
import type { Geometry } from 'geojson';
import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { PlanPerimeter } from '#domain/risks/facts.ts';
import type { HttpClient, HttpLimits } from '#platform/suppliers/http-client.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { APICARTO_LIMITS, askFeatures } from '#adapters/cadastre/apicarto.ts';
import type { Source } from '#adapters/fact.ts';
import { GasparId } from '#adapters/georisques/ppr.ts';
import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { surfaceOf } from '#adapters/addresses/place-points.ts';
import { mergeOutlines } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';
import type { Box } from '#adapters/suppliers.ts';

export const PERIMETERS_SOURCE: Source = {
  source: 'apicarto-gpu-sup',
  label: 'Géoportail de l’urbanisme — servitudes PM1 et PM3 (périmètres des plans de prévention)',
  attribution: 'Ministère chargé de l’urbanisme, IGN, préfectures',
  licence: OPEN_LICENCE,
  url: 'https://www.geoportail-urbanisme.gouv.fr',
};
/** Informative, and one plan may weigh megabytes: no longer a wait than for the other sources. */
export const PERIMETERS_LIMITS: HttpLimits = {
  ...APICARTO_LIMITS,
  timeoutMs: 6000,
  totalMs: 8000,
  attempts: 2,
  perSecond: 4,
  maxBytes: 8_000_000,
};

/** The document does not mention zones farther than this (decision 0014). */
const AROUND_METRES = 30;
const SERVITUDES = ['PM1', 'PM3'] as const;
type Servitude = (typeof SERVITUDES)[number];

/**
 * Assiettes of the servitudes of plans in force (PM1: PPRN and PPRM, PM3: PPRT), on the property or within 30 m.
 * @throws SupplierFailure
 */
export async function findPlanPerimeters(http: HttpClient, place: Place): Promise<PlanPerimeter[]> {
  const around = buffer(feature(surfaceOf(place)), AROUND_METRES, { units: 'meters', steps: 4 });
  if (around === undefined) return [];
  return meeting(http, truncate(around, { precision: 6, coordinates: 2 }).geometry);
}

/** Finds the perimeters that meet a box. */
export const findPerimetersIn = (http: HttpClient, box: Box): Promise<PlanPerimeter[]> =>
  meeting(http, bboxPolygon([...box]).geometry);

async function meeting(http: HttpClient, geometry: Geometry): Promise<PlanPerimeter[]> {
  const found = await Promise.all(SERVITUDES.map((servitude) => findOf(http, servitude, geometry)));
  return found.flat();
}

const Assiette = z.object({ suptype: OptionalText, idgen: OptionalText, nomsuplitt: OptionalText });
/** Only the générateur names the plan: API Carto has no join, `idgen` links them. */
const Generateur = z.object({ idgen: OptionalText, id_gaspar: GasparId });

async function findOf(http: HttpClient, servitude: Servitude, geometry: Geometry): Promise<PlanPerimeter[]> {
  const query = { categorie: servitude };
  const { features, unread } = await askFeatures(http, {
    path: '/gpu/assiette-sup-s',
    query,
    geometry,
    properties: Assiette,
  });
  // The source ignores an unknown parameter and returns every servitude of the place.
  const own = features.filter(({ properties }) => properties.suptype?.toUpperCase() === servitude);
  const drawn = own.flatMap(({ outline, properties }) => (outline === null ? [] : [{ outline, ...properties }]));
  // A list that lacks one would read as « none here ».
  if (unread > 0 || drawn.length < own.length) {
    throw new SupplierFailure({
      service: http.service,
      reason: 'malformed',
      detail: `${servitude} without an outline`,
    });
  }
  if (drawn.length === 0) return [];
  const makers = await askFeatures(http, { path: '/gpu/generateur-sup-s', query, geometry, properties: Generateur });
  const plans = new Map(makers.features.map(({ properties }) => [properties.idgen, properties.id_gaspar]));
  return wholePlans(
    drawn.map(({ outline, idgen, nomsuplitt }) => {
      const gasparId = idgen === null ? null : (plans.get(idgen) ?? null);
      return { servitude, gasparId, name: nomsuplitt, outline };
    }),
  );
}

/** Some préfectures publish a plan as one surface, others zone by zone. */
function wholePlans(drawn: PlanPerimeter[]): PlanPerimeter[] {
  const groups = Map.groupBy(drawn, ({ gasparId, name }) => gasparId ?? name);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const outline = mergeOutlines([first, ...others].map((one) => one.outline));
    return [{ ...first, outline: outline ?? first.outline }];
  });
}
