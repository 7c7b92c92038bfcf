import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `none` ignores the token (but Djoser's endpoints refuse a bad one), `optional` reads it when present,
 * `required` answers 401 without it.
 */
export type Access = 'none' | 'optional' | 'required';

/** A family of calls that share one limit per network address; the numbers are the server's. */
export type ThrottleScope =
  | 'login'
  | 'sign-up'
  | 'mailed-link'
  | 'reset'
  | 'password'
  | 'order'
  | 'forged-event'
  | 'guess'
  | 'audience'
  | 'incident'
  | 'preview'
  | 'place'
  | 'parcel'
  | 'tile'
  | 'open'
  | 'upload'
  | 'export'
  | 'generation';

export type RouteSchema = {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  /** Every status the route itself answers; the shared error statuses live in `errors.ts`. */
  response: Record<number, z.ZodType>;
  tags?: readonly string[];
  summary?: string;
  description?: string;
};

/**
 * One endpoint as plain data, in the shape that Fastify's `route()` accepts: the server spreads it, the browser calls
 * it, the OpenAPI page is derived from it. URLs are written with their trailing slash, as prescribed.
 */
export type Route = {
  method: Method;
  url: string;
  /** `produces`: the media type of a success when it is not JSON. */
  config: { access: Access; throttle?: ThrottleScope; produces?: string };
  /** Bytes; compulsory where a body is read (`body-limits.test.ts`). */
  bodyLimit?: number;
  schema: RouteSchema;
};

/** Most bytes of a body, by what it holds; more is a 413. A character takes up to six in JSON. */
export const BODY_LIMIT = {
  /** A link of a mail, an address, a choice. */
  choice: 8_192,
  /** Some fields of a form. */
  form: 16_384,
  /** Passwords of up to 4096 characters. */
  passwords: 65_536,
  /** A statement: names, an address, declarations in free text. */
  statement: 65_536,
  /** A notification of the payment provider, read whole before its signature. */
  notification: 1_048_576,
};

/** Identity function that keeps the literal types of a route description. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}
