import { z } from 'zod';
import { BODY_LIMIT, KEY_MODES, KEY_SCOPES, route } from './common/route.ts';
import { charField, shownText } from './common/text.ts';
import { ApiKeyId, V3 } from './common/v3.ts';

/** A session makes these calls, never a key: a leaked one must not make others. */
const tags = ['API keys'];

/** Keys that work at once, by account. */
export const MOST_KEYS = 20;
/** Days before a new key expires; null: never. */
export const KEY_DAYS = [30, 90, 365] as const;
/** Hours that a replaced key still works. */
export const OVERLAP_HOURS = [0, 24, 168] as const;

const Scopes = z.array(z.enum(KEY_SCOPES)).min(1, 'Choisissez au moins un droit.').max(KEY_SCOPES.length);

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** First characters: « crt_live_4kQ9 ». */
  prefix: z.string(),
  mode: z.enum(KEY_MODES),
  scopes: Scopes,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  /** Start of the hour; null until the first call. */
  last_used_at: z.iso.datetime().nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `key` is the whole key: no other answer has it. */
export const NewApiKey = ApiKey.extend({ key: z.string() });

const current_password = charField();

/** Keys of the caller, newest first, with those that expired or were revoked lately. */
export const listApiKeys = route({
  method: 'GET',
  url: `${V3}/api_keys`,
  config: { access: 'required' },
  schema: { tags, summary: 'List API keys', response: { 200: z.object({ data: z.array(ApiKey) }) } },
});

export const createApiKey = route({
  method: 'POST',
  url: `${V3}/api_keys`,
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Create an API key',
    body: z.object({
      name: shownText(60).min(1),
      mode: z.enum(KEY_MODES).default('live'),
      scopes: Scopes,
      days: z.literal(KEY_DAYS).nullable(),
      current_password,
    }),
    response: { 201: NewApiKey },
  },
});

const params = z.object({ key_id: ApiKeyId });

/** A new key with the same name and rights; the former works for some hours more. */
export const rotateApiKey = route({
  method: 'POST',
  url: `${V3}/api_keys/:key_id/rotations`,
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Replace an API key',
    params,
    body: z.object({ overlap_hours: z.literal(OVERLAP_HOURS), current_password }),
    response: { 201: NewApiKey },
  },
});

/** At once. Without a password: a leak must be stopped without delay. */
export const revokeApiKey = route({
  method: 'DELETE',
  url: `${V3}/api_keys/:key_id`,
  config: { access: 'required' },
  schema: { tags, summary: 'Revoke an API key', params, response: { 204: z.null() } },
});
