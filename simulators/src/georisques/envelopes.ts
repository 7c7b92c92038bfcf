import type { Temporal } from 'temporal-polyfill';
import { BadRequest, text, type Query } from './place.ts';

/** The two envelopes of lists. `results` and `totalElements` count all rows, not those of the page. */
export type Row = Record<string, unknown>;

/** Internal host of Géorisques, which its `next` leaks and no client can reach. */
const INTERNAL_HOST = 'http://api-georisques.bike-prod.brgm.fr';
const V2_DEFAULT_PAGE_SIZE = 50;
const V2_MAX_PAGE_SIZE = 1000;

/** Envelope A (most of v1): pages from 1, ten rows by default. @throws BadRequest */
export function envelopeA(rows: Row[], path: string, query: Query): Row {
  const page = wholeNumber(query['page'], 1);
  const size = wholeNumber(query['page_size'], 10);
  const totalPages = Math.ceil(rows.length / size);
  const link = (target: number) => {
    const kept = Object.entries(query).filter(([name]) => name !== 'page');
    const parameters = kept.map(([name, value]) => `${name}=${text(value) ?? ''}`);
    return `${INTERNAL_HOST}/api/v1/${path}?${[...parameters, `page=${target}`].join('&')}`;
  };
  return {
    results: rows.length,
    page,
    total_pages: totalPages,
    data: rows.slice((page - 1) * size, page * size),
    response_code: 200,
    message: null,
    next: page < totalPages ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
  };
}

/** Envelope B (v1 `gaspar/ppr*`, all of v2): `pageNumber` from 0; v1 also takes `page` from 1. @throws BadRequest */
export function envelopeB(rows: Row[], query: Query, defaultSize = V2_DEFAULT_PAGE_SIZE): Row {
  const pageNumber =
    query['page'] === undefined ? wholeNumber(query['pageNumber'], 0) : wholeNumber(query['page'], 1) - 1;
  const pageSize = wholeNumber(query['pageSize'] ?? query['page_size'], defaultSize);
  if (pageSize > V2_MAX_PAGE_SIZE) throw new BadRequest('pageSize doit être inférieur ou égal à 1000');
  return {
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / pageSize),
    pageNumber,
    pageSize,
    content: rows.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
  };
}

/** `dd/MM/yyyy`, as Gaspar writes dates. */
export function frenchDate(date: Temporal.PlainDate | null): string | null {
  if (!date) return null;
  return [String(date.day).padStart(2, '0'), String(date.month).padStart(2, '0'), date.year].join('/');
}

function wholeNumber(value: string | string[] | undefined, least: number): number {
  if (value === undefined) return least;
  const number = Number(text(value));
  const valid = Number.isInteger(number) && number >= Math.min(1, least);
  if (!valid) throw new BadRequest('Le numéro ou la taille de page n’est pas valide');
  return number;
}
