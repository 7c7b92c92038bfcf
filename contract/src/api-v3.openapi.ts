import * as contract from './api-v3.ts';
import * as batches from './batches.v3.ts';
import { openApiOf } from './common/openapi.ts';
import { route, type Route } from './common/route.ts';
import * as events from './events.ts';
import * as invoices from './invoices.v3.ts';
import * as checks from './api-v3.checks.ts';
import * as questions from './api-v3.questions.ts';
import * as followUps from './api-v3.follow-ups.ts';
import * as webhooks from './webhooks.v3.ts';
import { z } from 'zod';
import { V3 } from './common/v3.ts';

const isByKey = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'config' in value && 'scope' in (value.config as object);

const TAGS = ['Statements', 'Assessments', 'Places', 'Batches', 'Webhooks', 'Events', 'Account'];
const METHODS = ['POST', 'GET', 'PATCH', 'DELETE'];

/** Read in this order: what a program does most, then a collection before its members. */
function inOrder([, one]: [string, Route], [, other]: [string, Route]): number {
  const ranks = ({ schema, url, method }: Route) => [
    TAGS.indexOf(schema.tags?.[0] ?? ''),
    url.split('/').length,
    url,
    METHODS.indexOf(method),
  ];
  const others = ranks(other);
  for (const [place, rank] of ranks(one).entries()) {
    const otherRank = others[place] ?? 0;
    if (rank !== otherRank) return rank < otherRank ? -1 : 1;
  }
  return 0;
}

/** The calls of API v3 that take a key, by their names in the contract: the operations of its document. */
const BY_KEY = Object.fromEntries(
  Object.entries<unknown>({
    ...contract,
    ...batches,
    ...followUps,
    ...questions,
    ...checks,
    ...invoices,
    ...events,
    ...webhooks,
  })
    .filter((entry): entry is [string, Route] => isByKey(entry[1]))
    .toSorted(inOrder),
);

export const openApiV3 = (site: string) => openApiOf(BY_KEY, site);

/** The OpenAPI document for Postman and the programs that read its collections. */
export const readCollection = route({
  method: 'GET',
  url: `${V3}/collection.json`,
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags: ['Documentation'],
    summary: 'Read this document as a Postman collection',
    response: { 200: z.looseObject({}) },
  },
});
