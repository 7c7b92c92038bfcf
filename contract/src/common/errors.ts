import { z } from 'zod';

/**
 * Every expected failure, with its HTTP status. Anything else is a 500 with an incident number. The JSON shapes are
 * Djoser's (`{field: [..]}`, `{non_field_errors: [..]}`, `{detail}`, `[..]`); see the server's
 * `platform/http/errors.ts`.
 */
export const FAILURES = {
  invalid_input: 400,
  bad_credentials: 400,
  not_authenticated: 401,
  no_credit: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  payment_unavailable: 502,
  facts_not_obtained: 503,
  overloaded: 503,
  document_damaged: 503,
  // API v3 alone has these.
  key_invalid: 401,
  key_expired: 401,
  key_revoked: 401,
  scope_missing: 403,
  test_key_refused: 403,
  id_of_other_mode: 404,
  statement_not_ready: 409,
  idempotency_key_missing: 400,
  idempotency_in_progress: 409,
  idempotency_key_reused: 422,
  address_not_found: 422,
  address_ambiguous: 422,
  parcel_not_found: 422,
  parcel_to_choose: 422,
  confirmation_invalid: 422,
  confirmation_expired: 422,
} as const;

export type FailureCode = keyof typeof FAILURES;

/** `{detail}`: the shape of 401, 402, 403, 404, 405, 406, 409, 413, 415, 416, 429, 500 and 503. */
export const Detail = z.object({ detail: z.string() });

/** `{champ: [messages]}` and `{non_field_errors: [messages]}`: the shape of 400. A body that cannot be read is a 400 with `{detail}`. */
export const FieldErrors = z.record(z.string(), z.array(z.string()));

/** The faults of fields in a problem of API v3. */
export const Faults = z.object({
  errors: z.array(z.object({ pointer: z.string().optional(), detail: z.string() })),
});
