import type { Geometry } from 'geojson';
import { z } from 'zod';
import type { HttpClient, HttpLimits, Query } from '#platform/suppliers/http-client.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';

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

type Question<F> = { path: string; query?: Query; geometry?: Geometry; feature: z.ZodType<F> };

/** A FeatureCollection of API Carto (`crs: null` and no feature when it is empty). @throws SupplierFailure */
export async function askFeatures<F>(http: HttpClient, question: Question<F>): Promise<F[]> {
  const { path, query = {}, geometry, feature } = question;
  const geom = geometry === undefined ? undefined : JSON.stringify(geometry);
  const request =
    geom !== undefined && geom.length > MAX_GEOMETRY_IN_URL
      ? { path, json: { ...query, geom: geometry }, idempotent: true }
      : { path, query: geom === undefined ? query : { ...query, geom } };
  return (await askJson(http, { request, schema: collectionOf(feature) })).features;
}

type Collection<F> = z.ZodType<{ features: F[] }>;
/** A schema is compiled at its first use: cache it between calls. */
const collections = new WeakMap<z.ZodType, unknown>();

function collectionOf<F>(feature: z.ZodType<F>): Collection<F> {
  const known = collections.get(feature) as Collection<F> | undefined;
  const collection = known ?? z.object({ features: z.array(feature) });
  collections.set(feature, collection);
  return collection;
}
