import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import { createHttpClient } from '#platform/suppliers/http-client.ts';
import type { HttpClient, HttpLimits, Query } from '#platform/suppliers/http-client.ts';
import { incomplete, SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import { rowsOf } from './rows.ts';
import type { AdapterDeps } from '#adapters/fact.ts';

/** Outages of twenty minutes were recorded (24/09/2026): short attempts, few retries, and the last good answer. */
const LIMITS: HttpLimits = {
  timeoutMs: 10_000,
  totalMs: 30_000,
  attempts: 3,
  // 5 a second for all of v1: 3 here, 1 for the lists that only inform, 1 for the report.
  perSecond: 3,
  maxBytes: 10_000_000,
  retryDelayMs: 400,
  breakMs: 15_000,
};
const INFORMATIVE_LIMITS: HttpLimits = { ...LIMITS, perSecond: 1 };
/** `resultats_rapport_risque` takes about 10 s and allows 1 a second; it only informs, so it is not retried. */
const REPORT_LIMITS: HttpLimits = { ...LIMITS, timeoutMs: 20_000, totalMs: 20_000, attempts: 1, perSecond: 1 };

/** Papers of a plan are optional: short limits, and a share of v2's 20 calls a second. */
const DOCUMENT_LIMITS: HttpLimits = {
  ...LIMITS,
  timeoutMs: 5000,
  totalMs: 5000,
  attempts: 2,
  perSecond: 5,
  maxBytes: 2_000_000,
};

export type GeorisquesOptions = {
  /** `https://www.georisques.gouv.fr/api`, without the version. */
  baseUrl: string;
  /** Personal token of v2, valid one year; null uses only v1. */
  token: string | null;
  /** The clay map that the source serves, when the operator knows it. */
  clayMap?: '2020' | '2026' | null;
} & AdapterDeps;
/**
 * One client per importance of its answers, each with its own circuit breaker: an informative path must not break a
 * required one.
 */
export type GeorisquesHttp = {
  v1: HttpClient;
  informative: HttpClient;
  report: HttpClient;
  v2: HttpClient | null;
  planDocuments: HttpClient | null;
};

export function georisquesHttp({ baseUrl, token, userAgent, limits, watch }: GeorisquesOptions): GeorisquesHttp {
  const headers = { 'user-agent': userAgent, accept: 'application/json' };
  const client = (service: string, own: HttpLimits): HttpClient =>
    createHttpClient({ service, baseUrl: `${baseUrl}/v1`, headers, limits: { ...own, ...limits }, watch });
  const withToken = (service: string, own: HttpLimits): HttpClient | null =>
    token === null
      ? null
      : createHttpClient({
          service,
          baseUrl: `${baseUrl}/v2`,
          headers: { ...headers, accept: 'application/json, application/pdf', authorization: `Bearer ${token}` },
          // A statement's size limit is the same for any source.
          limits: { ...own, ...limits, maxBytes: own.maxBytes },
          watch,
        });
  return {
    v1: client('georisques-v1', LIMITS),
    informative: client('georisques-v1-annexes', INFORMATIVE_LIMITS),
    report: client('georisques-rapport', REPORT_LIMITS),
    v2: withToken('georisques-v2', { ...LIMITS, perSecond: 15 }),
    planDocuments: withToken('georisques-v2-pieces', DOCUMENT_LIMITS),
  };
}

const PAGE_SIZE = 100;
/** No place has 2 000 rows: a supplier that ignores a misspelt parameter returns all of France. */
const MAX_PAGES = 20;

/** `needs`: as for `rowsOf`; by default each row is to be read whole, and the list is one for its row's schema. */
type Pages<R> = { path: string; query: Query; row: z.ZodType<R>; needs?: readonly string[] };

/**
 * All rows of a v1 list, as many as the supplier counts. Follows pages by number: `next` may show an internal host of the
 * supplier.
 * @throws SupplierFailure
 */
export async function askPages<R>(http: HttpClient, { path, query, row, needs }: Pages<R>): Promise<R[]> {
  const schema = listOf(row, needs);
  const rows: R[] = [];
  let [pages, counted] = [1, 0];
  const isShort = (): boolean => (counted > 0 ? rows.length < counted : pages > 1);
  for (let page = 1; page <= pages || rows.length < counted; page += 1) {
    const request = { path, query: { ...query, page, page_size: PAGE_SIZE } };
    // 404 « pas de résultat » is an empty list here.
    const answer = await askJson(http, { request, schema, when404: EMPTY_PAGE });
    failOnCode(http.service, answer);
    rows.push(...answer.data);
    // A page that does not come says no longer how many there are.
    counted = Math.max(counted, answer.results ?? 0);
    pages = Math.max(pages, answer.total_pages ?? 1);
    if (Math.max(pages, page) > MAX_PAGES) throw elsewhere(http.service, `${pages} pages of ${path}`);
    if (answer.data.length === 0 && isShort()) throw incomplete(http.service, `${rows.length} rows, ${path}`);
  }
  return rows;
}

/** `results`: how many rows the supplier counts in all its pages. */
type Page<R> = {
  data: R[];
  results: number | null;
  total_pages: number | null;
  response_code: number;
  message: string | null;
};
const EMPTY_PAGE = { data: [], results: null, total_pages: null, response_code: 404, message: null };

/** A schema is compiled at its first use: cache it between calls. */
const lists = new WeakMap<z.ZodType, unknown>();

function listOf<R>(row: z.ZodType<R>, needs: readonly string[] | undefined): z.ZodType<Page<R>> {
  const known = lists.get(row) as z.ZodType<Page<R>> | undefined;
  const list = known ?? newListOf(needs === undefined ? z.array(row) : rowsOf(row, needs));
  lists.set(row, list);
  return list;
}

/** `{results, page, total_pages, data, response_code, message, next, previous}`; very old answers are bare lists. */
function newListOf<R>(rows: z.ZodType<R[]>): z.ZodType<Page<R>> {
  const envelope = z.object({
    data: rows.nullish(),
    results: z.number().nullish(),
    total_pages: z.number().nullish(),
    response_code: z.number().nullish(),
    message: z.string().nullish(),
  });
  return z.union([
    rows.transform((data): Page<R> => ({ ...EMPTY_PAGE, data, response_code: 200 })),
    envelope.transform(({ data, results, total_pages, response_code, message }, context): Page<R> => {
      const code = response_code ?? 200;
      if (!data && code < 400) context.addIssue('no data');
      return {
        data: data ?? [],
        results: results ?? null,
        total_pages: total_pages ?? null,
        response_code: code,
        message: message ?? null,
      };
    }),
  ]);
}

/** Errors also occur under a 200, with their code in the envelope; 404 there is an empty list. */
function failOnCode(service: string, { response_code, message }: Page<unknown>): void {
  if (response_code < 400 || response_code === 404) return;
  const reason = response_code >= 500 ? 'unavailable' : 'refused';
  throw new SupplierFailure({ service, reason, detail: `response_code ${response_code} ${message}` });
}

/** Failure for an answer about another place: printing it would be worse than none. */
export function elsewhere(service: string, detail: string): SupplierFailure {
  return new SupplierFailure({ service, reason: 'malformed', detail: `not about the place: ${detail}` });
}

/** Département of an INSEE code: `75`, `2A`, `974`. */
export const departementOf = (insee: string): string => insee.slice(0, insee.startsWith('97') ? 3 : 2);

/** Merged communes keep their old code for years in some databases: only the département must match. */
export function isAround(place: Place, insee: string): boolean {
  return place.inseeCodes.some((code) => departementOf(code) === departementOf(insee));
}
