import type { Geometry } from 'geojson';
import type { z } from 'zod';
import type { HttpClient, HttpLimits, Query } from '#platform/suppliers/http-client.ts';
import { incomplete } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { featuresOf, type Features } from '#adapters/supplier-features.ts';

/** The upstream WFS allows 30 requests a second per IP address; its 429 and 5xx come out of API Carto as 500. */
export const APICARTO_LIMITS: HttpLimits = {
  timeoutMs: 10_000,
  totalMs: 20_000,
  attempts: 3,
  perSecond: 25,
  maxBytes: 20_000_000,
  retryDelayMs: 300,
  breakMs: 10_000,
};
/** Above this length the geometry is sent by POST, with the same parameter names: URLs have limits. */
const MAX_GEOMETRY_IN_URL = 1500;

/** `isPaged`: the caller asks for what is left; other lists are refused when features are left. */
type Question<P> = {
  path: string;
  query?: Query;
  geometry?: Geometry;
  properties: z.ZodType<P>;
  isPaged?: true;
};

/** A FeatureCollection of API Carto (`crs: null` and no feature when it is empty). @throws SupplierFailure */
export async function askFeatures<P>(http: HttpClient, question: Question<P>): Promise<Features<P>> {
  const { path, query = {}, geometry, properties, isPaged } = question;
  const geom = geometry === undefined ? undefined : JSON.stringify(geometry);
  const request =
    geom !== undefined && geom.length > MAX_GEOMETRY_IN_URL
      ? { path, json: { ...query, geom: geometry }, idempotent: true }
      : { path, query: geom === undefined ? query : { ...query, geom } };
  const found = await askJson(http, { request, schema: featuresOf(properties) });
  if (found.left > 0 && !isPaged) throw incomplete(http.service, `${found.left} features left of ${path}`);
  return found;
}
