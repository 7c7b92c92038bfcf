import { AddressFeature, type AddressCollection } from '@clairisque/contract/addresses.ts';
import { z } from 'zod';
import type { HttpLimits, HttpRequest } from '#platform/suppliers/http-client.ts';
import { RETENTION } from '#platform/suppliers/supplier-answers.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { knownAddress } from '#domain/property/addresses/known-address.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { supplierClient, type AdapterDeps } from '#adapters/fact.ts';
import type { Geocoder } from '#adapters/suppliers.ts';
import { createBulkSearch, searchable } from './bulk-search.ts';

/**
 * 50 requests a second per IP address, then a block of 5 s: « Limites d'usage » of the Géoplateforme recommends 40 to
 * 45.
 */
const LIMITS: HttpLimits = {
  timeoutMs: 3000,
  totalMs: 6000,
  attempts: 2,
  perSecond: 40,
  maxBytes: 1_000_000,
  retryDelayMs: 150,
  breakMs: 5000,
};
const SERVICE = 'geocodage';
type Collection = z.infer<typeof AddressCollection>;
const NOTHING: Collection = { type: 'FeatureCollection', features: [] };

/**
 * The BAN at `https://data.geopf.fr/geocodage` (`api-adresse.data.gouv.fr` is deprecated). All verbs throw
 * `SupplierFailure`. Typed texts are cached in memory only; the address of a statement is also stored with it.
 */
export function createGeocoder({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): Geocoder {
  const http = supplierClient(
    { baseUrl, ...deps },
    {
      service: SERVICE,
      limits: LIMITS,
      isTyped: true,
      probe: { path: '/search', query: { q: 'Paris', limit: 1, index: 'address', autocomplete: 0 } },
    },
  );
  const questionOf = (request: string) => ({ baseUrl, service: SERVICE, request, retention: RETENTION.addresses });
  const ask = async (key: string, request: HttpRequest): Promise<Collection> => {
    const load = (): Promise<Collection> => askJson(http, { request, schema: Answer });
    return (await deps.answers.ask({ ...questionOf(key), load })).value;
  };
  return {
    async search({ q, limit, type }) {
      const text = searchable(q);
      if (text === null) return NOTHING;
      const query = { q: text, limit: bounded(limit), index: 'address', autocomplete: 1, ...(type && { type }) };
      return ask(`search ${type ?? 'any'} ${query.limit} ${text.toLowerCase()}`, { path: '/search', query });
    },
    async named({ text, longitude, latitude }, observer) {
      const q = searchable(text);
      if (q === null) return { found: [], obtainedAt: deps.clock().toISOString() };
      const [lon, lat] = [longitude.toFixed(6), latitude.toFixed(6)];
      const request = { path: '/search', query: { q, limit: NAMED, index: 'address', autocomplete: 0, lon, lat } };
      // Recorded: it is stored beside the document that it confirms.
      const load = (recorder: Recorder): Promise<Collection> =>
        askJson(recorder.over(http), { request, schema: Answer });
      const question = { ...questionOf(`named ${lon},${lat} ${q}`), load };
      const { value, obtainedAt } = await deps.answers.ask(question, observer);
      return { found: value.features.map(knownAddress), obtainedAt };
    },
    async reverse({ longitude, latitude, limit }) {
      // `toFixed`: the service refuses exponents (`1e-7`).
      const query = { lon: longitude.toFixed(6), lat: latitude.toFixed(6), limit: bounded(limit), index: 'address' };
      return ask(`reverse ${query.limit} ${query.lon},${query.lat}`, { path: '/reverse', query });
    },
    best: createBulkSearch({ baseUrl, ...deps }),
  };
}

/** Merged communes may each have a street of the same name. */
const NAMED = 10;

/** The published maximum is 20; more is an error. */
const bounded = (limit: number): number => Math.min(20, Math.max(1, Math.trunc(limit)));

/** `oldcity: null` and the like: absent and null mean the same here, our contract only has absent. */
const withoutNulls = z
  .record(z.string(), z.unknown())
  .transform((properties) => Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)));
const Feature = z.looseObject({ properties: withoutNulls }).pipe(AddressFeature);

const KINDS: ReadonlySet<unknown> = new Set(['housenumber', 'street', 'locality', 'municipality', undefined, null]);

/**
 * One unreadable feature does not discard the others; no readable feature is a failure. What is no address (a `poi`,
 * the « baninfo » of the former service, a future type) is left out.
 */
const Answer = z.object({ features: z.array(z.unknown()) }).transform(({ features }, context): Collection => {
  const read = features.map((feature) => Feature.safeParse(feature));
  const good = read.filter((result) => result.success).map((result) => result.data);
  if (good.length === 0 && features.length > 0) context.addIssue('no readable feature');
  return { type: 'FeatureCollection', features: good.filter(({ properties: { type } }) => KINDS.has(type)) };
});
