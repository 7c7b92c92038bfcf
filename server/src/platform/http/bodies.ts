import { parse as parseQuery } from 'node:querystring';
import { BODY_BOUNDS, type BodyBounds } from '@clairisque/contract/common/route.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#platform/app-error.ts';
import type { App } from './app.ts';
import { refuseReservedKeys } from './body-bounds.ts';
import { compileValidator } from './field-messages.ts';
import { parseJson } from './json-body.ts';
import { isV3 } from './problems.ts';

/**
 * Accepts bodies of any media type as bytes and parses them later, in routes with a schema for them: other routes
 * ignore a body, and 401, 429 and 405 come before any fault of it.
 */
export function acceptBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.addHook('onRequest', async (request) => setAsideBadType(request));
  app.addHook('preParsing', async (request) => {
    if (isV3(request.url)) refuseEncoded(request);
  });
}

/** Its bytes would be called bad JSON. */
function refuseEncoded({ headers: { 'content-encoding': encoding = 'identity' } }: FastifyRequest): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  const sentence = 'Le corps est compressé\u00A0: envoyez-le sans «\u00A0Content-Encoding\u00A0».';
  throw new AppError('unsupported_media_type', sentence);
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Malformed media types, as sent. */
const badTypes = new WeakMap<FastifyRequest, string>();

/** Fastify would refuse it too early for our order of checks, even without a body or where none is read. */
function setAsideBadType(request: FastifyRequest): void {
  const { headers } = request.raw;
  const given = headers['content-type'];
  if (given === undefined || MEDIA_TYPE.test(given)) return;
  badTypes.set(request, given);
  delete headers['content-type'];
}

type Sent = { mediaType: string; bounds: BodyBounds };
const JSON_TYPE = 'application/json';
const PARSERS: Partial<Record<string, (bytes: Buffer, sent: Sent) => unknown>> = {
  [JSON_TYPE]: (bytes, { bounds }) => parseJson(bytes, bounds),
  'application/x-www-form-urlencoded': parseForm,
  'multipart/form-data': parseMultipart,
};

export const MEDIA_TYPES = Object.keys(PARSERS);

/** Replaces the bytes of a body by its fields; an absent body is an empty one, whatever its type. */
export async function readBody(request: FastifyRequest): Promise<void> {
  const bytes = request.body;
  if (isEmpty(bytes)) {
    request.body = {};
    return;
  }
  // The route has its own parser.
  if (!Buffer.isBuffer(bytes)) return;
  const mediaType = mediaTypeOf(request);
  const parse = parserOf(request, mediaType);
  if (parse === undefined) throw unsupportedMediaType(mediaType);
  const bounds = { ...BODY_BOUNDS, ...request.routeOptions.config.bounds };
  const fields = fieldsOf(await parse(bytes, { mediaType, bounds }));
  // The site's own calls ignore unknown fields, as Django does.
  if (isV3(request.url)) refuseReservedKeys(fields);
  request.body = fields;
}

const checkNothing = compileValidator({ schema: z.strictObject({}), url: '/api/v3/', httpPart: 'body' });

/**
 * A call of API v3 that takes no body may have an empty object. What it would ignore is refused: a program that names
 * rows to start would start them all.
 */
export async function refuseFields(request: FastifyRequest): Promise<void> {
  await readBody(request);
  const checked = checkNothing(request.body);
  if ('error' in checked) throw checked.error;
}

const isEmpty = (body: unknown): boolean => body === undefined || (Buffer.isBuffer(body) && body.length === 0);

const mediaTypeOf = (request: FastifyRequest): string => badTypes.get(request) ?? request.headers['content-type'] ?? '';

/** Programs send JSON only. */
function parserOf({ url }: FastifyRequest, mediaType: string) {
  const name = mediaType.split(';')[0]!.trim().toLowerCase();
  return isV3(url) && name !== JSON_TYPE ? undefined : PARSERS[name];
}

export function tooLarge(): AppError {
  return new AppError('too_large', 'La requête est trop volumineuse.');
}

export function unsupportedMediaType(mediaType: string): AppError {
  return new AppError('unsupported_media_type', `Type de média «\u00A0${mediaType}\u00A0» non supporté.`);
}

/**
 * Django's limits: at most a thousand fields, the last of one name wins. (URLSearchParams takes seconds for a megabyte of
 * names.)
 */
function parseForm(bytes: Buffer): unknown {
  const fields = parseQuery(bytes.toString(), '&', '=', { maxKeys: 1000 });
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1)]));
}

async function parseMultipart(bytes: Buffer, { mediaType }: Sent): Promise<unknown> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': mediaType } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw new AppError('invalid_input', 'Multipart form parse error - Invalid boundary or part in multipart');
  }
}

function fieldsOf(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const message =
    value === null ? 'No data provided' : `Donnée non valide. Attendait un dictionnaire, a reçu ${pythonType(value)}.`;
  throw new AppError('invalid_input', { non_field_errors: [message] });
}

function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}
