import { z } from 'zod';
import { RowId } from './common/ids.ts';
import { BODY_LIMIT, KEY_MODES, KEY_SCOPES, route } from './common/route.ts';
import { charField, shownText } from './common/text.ts';

const tags = ['Clés d’API'];

/** Keys that work at once, by account. */
export const MOST_KEYS = 20;
/** Days before a new key expires; null: never. */
export const KEY_DAYS = [30, 90, 365] as const;
/** Hours that a replaced key still works. */
export const OVERLAP_HOURS = [0, 24, 168] as const;

const Scopes = z.array(z.enum(KEY_SCOPES)).min(1, 'Choisissez au moins un droit.').max(KEY_SCOPES.length);

export const ApiKey = z.object({
  id: z.int(),
  nom: z.string(),
  /** First characters: « crt_live_4kQ9 ». */
  debut: z.string(),
  mode: z.enum(KEY_MODES),
  droits: Scopes,
  cree_le: z.iso.datetime(),
  expire_le: z.iso.datetime().nullable(),
  /** Start of the hour; null until the first call. */
  derniere_utilisation: z.iso.datetime().nullable(),
  etat: z.enum(['active', 'expiree', 'revoquee']),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `cle` is the whole key: no other answer has it. */
export const NewApiKey = ApiKey.extend({ cle: z.string() });

const current_password = charField();

/** Keys of the caller, newest first, with those that expired or were revoked lately. */
export const listApiKeys = route({
  method: 'GET',
  url: '/api/v2/user/cles/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes clés d’API', response: { 200: z.array(ApiKey) } },
});

export const createApiKey = route({
  method: 'POST',
  url: '/api/v2/user/cles/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Créer une clé d’API',
    body: z.object({
      nom: shownText(60).min(1),
      mode: z.enum(KEY_MODES).default('live'),
      droits: Scopes,
      jours: z.literal(KEY_DAYS).nullable(),
      current_password,
    }),
    response: { 201: NewApiKey },
  },
});

const params = z.object({ cle_id: RowId });

/** A new key with the same name and rights; the former works for some hours more. */
export const rotateApiKey = route({
  method: 'POST',
  url: '/api/v2/user/cles/:cle_id/rotation/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Remplacer une clé d’API',
    params,
    body: z.object({ heures: z.literal(OVERLAP_HOURS), current_password }),
    response: { 201: NewApiKey },
  },
});

/** At once. Without a password: a leak must be stopped without delay. */
export const revokeApiKey = route({
  method: 'DELETE',
  url: '/api/v2/user/cles/:cle_id/',
  config: { access: 'required' },
  schema: { tags, summary: 'Révoquer une clé d’API', params, response: { 204: z.null() } },
});
