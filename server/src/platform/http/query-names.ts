import type { FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { DetailedError, type FieldError } from '#platform/app-error.ts';
import type { App } from './app.ts';
import { MOST_FAULTS } from './field-messages.ts';

/** A name may be as long as the URL. */
const SHOWN = 40;

type Query = Record<string, unknown>;

/**
 * Makes each route of API v3 registered from now on refuse the parameters of its query that it does not have: a
 * misspelt filter would list everything. `name[key]=value` is a key of the parameter `name`.
 */
export function refuseUnknownQuery(app: App): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/v3/') || route.config?.access === undefined || isOtherMethod(route)) return;
    const before = route.preValidation ?? [];
    route.preValidation = [readerOf(shapeOf(route)), ...[before].flat()];
  });
}

/** OPTIONS, and those that a resource does not have. */
const isOtherMethod = ({ schema }: RouteOptions): boolean => schema?.hide === true;

const shapeOf = ({ schema }: RouteOptions): Record<string, unknown> =>
  schema?.querystring instanceof z.ZodObject ? schema.querystring.shape : {};

function readerOf(shape: Record<string, unknown>) {
  const known = Object.keys(shape);
  return async (request: FastifyRequest): Promise<void> => {
    const query = folded(request.query as Query, new Set(known));
    const unknown = Object.keys(query).filter((name) => !known.includes(name));
    if (unknown.length > 0) throw unknownNames(unknown, known);
    request.query = query;
  };
}

const BRACKETS = /^(?<name>[^[\]]+)\[(?<key>[^[\]]+)\]$/s;

/** A parameter and its key, if it has one. zod drops the key `__proto__` without a word: the filter would be lost. */
function partsOf(name: string): [whole: string, key?: string] {
  const { name: whole, key } = BRACKETS.exec(name)?.groups ?? {};
  return whole === undefined || key === undefined || key === '__proto__' ? [name] : [whole, key];
}

/** The keys of one parameter together. Without a prototype: a key may have any name. */
function folded(query: Query, known: ReadonlySet<string>): Query {
  const read = Object.create(null) as Query;
  const keys = new Map<string, Query>();
  for (const [name, value] of Object.entries(query)) {
    const [whole, key] = partsOf(name);
    if (key === undefined || !known.has(whole)) read[name] = value;
    else keys.set(whole, Object.assign(keys.get(whole) ?? (Object.create(null) as Query), { [key]: value }));
  }
  // Written twice in two ways, it has neither's shape.
  for (const [name, value] of keys) read[name] = name in read ? [read[name], value] : { ...value };
  return read;
}

function unknownNames(names: readonly string[], known: readonly string[]): DetailedError {
  const list = known.length === 0 ? 'none' : known.join(', ');
  const errors = names.slice(0, MOST_FAULTS).map((name): FieldError => {
    const parameter = name.length > SHOWN ? `${name.slice(0, SHOWN).toWellFormed()}…` : name.toWellFormed();
    const detail = known.length === 0 ? 'Cet appel n’a aucun paramètre.' : `Paramètres de cet appel\u00A0: ${list}.`;
    return { parameter, title: `Unknown parameter. Known ones: ${list}.`, detail };
  });
  return new DetailedError('invalid_input', 'La requête a des paramètres inconnus.', { errors });
}
