import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access: `none` ignores the token (but Djoser's endpoints refuse a bad one), `optional` reads it when present,
 * `required` returns 401 without it.
 */
export type Access = 'none' | 'optional' | 'required';

/**
 * Which calls are refused first under overload: those of visitors who pay nothing. What was paid for, and what proves it,
 * is refused last.
 */
export type Priority = 'free' | 'ordinary' | 'paid';

/** Calls of one scope share one limit per network address; the server sets the numbers. */
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
  | 'answers'
  | 'check'
  | 'visitor-check'
  | 'incident'
  | 'preview'
  | 'place'
  | 'parcel'
  | 'tile'
  | 'open'
  | 'upload'
  | 'export'
  | 'generation'
  | 'api'
  | 'api-place'
  | 'api-issue'
  | 'api-assessment'
  | 'batch'
  | 'visitor-key'
  | 'visitor'
  | 'visitor-issue';

/** Rights of a key of API v3. */
export const KEY_SCOPES = ['read', 'issue', 'batch', 'webhooks'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** `test`: wholly simulated, apart from everything else (decision 0095). */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export type RouteSchema = {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  /** Every status that the route itself returns; the shared error statuses are in `errors.ts`. */
  response: Record<number, z.ZodType>;
  tags?: readonly string[];
  summary?: string;
  description?: string;
};

/**
 * One endpoint as plain data, in the shape that Fastify's `route()` accepts: the server spreads it, the browser calls
 * it, the OpenAPI page is derived from it. URLs have the prescribed trailing slash.
 */
export type Route = {
  method: Method;
  url: string;
  /**
   * `priority`: `ordinary` when absent. `hasOwnQueue`: the call waits in a separate queue instead of a place among the calls
   * being served. `produces`, `consumes`: the media type of a success, and of a body with its example, when it is not
   * JSON. `scope`: requires a key of API v3 with it, in place of a session's token; its `throttle` counts by key. `session`: the site calls it
   * too, with a session's token. `sandbox`: test keys may call it, and its handler takes its dependencies from `depsOf`. `visitors`: the test keys of visitors may call it too.
   * `bounds`: of its body, where those of every body are too small. `refusesItems`: an item of its long list that is not valid refuses itself, not the request.
   * `withoutEffect`: a POST that stores nothing, and takes no Idempotency-Key.
   */
  config: {
    access: Access;
    scope?: KeyScope;
    session?: true;
    sandbox?: true;
    visitors?: true;
    throttle?: ThrottleScope;
    priority?: Priority;
    hasOwnQueue?: boolean;
    produces?: string;
    consumes?: { type: string; example: string };
    bounds?: Partial<BodyBounds>;
    refusesItems?: true;
    withoutEffect?: true;
  };
  /** Bytes; required where a body is read (`body-limits.test.ts`). */
  bodyLimit?: number;
  schema: RouteSchema;
};

/** Maximum bytes of a body, by content; more is a 413. A character takes up to six bytes in JSON. */
export const BODY_LIMIT = {
  /** A mailed link, an address, a choice. */
  choice: 8_192,
  /** A few fields of a form. */
  form: 16_384,
  /** Passwords of up to 4096 characters. */
  passwords: 65_536,
  /** A statement: names, an address, declarations in free text. */
  statement: 65_536,
  /** A notification of the payment provider, read whole before its signature is checked. */
  notification: 1_048_576,
  /** Ten thousand properties. */
  batch: 10_485_760,
};

/**
 * What a body may hold, checked before it is validated, so that neither the work nor the refusal grows with what a
 * caller sends: levels of nesting, keys of an object, items of a list, bytes of a text, values in all.
 */
export type BodyBounds = { depth: number; keys: number; items: number; text: number; values: number };

export const BODY_BOUNDS: BodyBounds = { depth: 12, keys: 100, items: 500, text: 65_536, values: 5_000 };

/** Identity function that keeps the literal types of a route description. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

/** Number of a row, in a URL. */
export const RowId = z.string().regex(/^\d{1,15}$/);
export const StatementId = z.object({ erp_id: RowId });
