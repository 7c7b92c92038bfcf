import { z } from 'zod';
import { BODY_LIMIT, route } from './route.ts';
import { charField } from './text.ts';

/** One active sign-in of the account: a browser, or a program that calls the API. */
export const Session = z.object({
  id: z.int(),
  /** « Chrome sur Windows »; null when the program did not say what it is. */
  appareil: z.string().nullable(),
  ouverte_le: z.iso.datetime(),
  /** Start of the hour of its last use; null when it has no recorded use. */
  derniere_activite: z.iso.datetime().nullable(),
  /** The session of this call. */
  en_cours: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const tags = ['Compte'] as const;
const Proof = z.object({ current_password: charField() });

/** Maximum of sessions in a list: a program that signs in for each of its calls opens thousands. */
export const SESSIONS_LISTED = 50;

/** The session of this call first, then the most recently used. */
export const listSessions = route({
  method: 'GET',
  url: '/api/v2/user/sessions/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes sessions ouvertes', response: { 200: z.array(Session).max(SESSIONS_LISTED) } },
});

/**
 * Ends one session at once, even the caller's. Requires the password, so that a stolen session cannot shut its owner
 * out.
 */
export const endSession = route({
  method: 'DELETE',
  url: '/api/v2/user/sessions/:session_id/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: {
    tags,
    summary: 'Fermer une session',
    params: z.object({ session_id: z.string().regex(/^\d{1,15}$/) }),
    body: Proof,
    response: { 204: z.null() },
  },
});

/** Ends all sessions but the caller's, including those that the list leaves out. */
export const endOtherSessions = route({
  method: 'DELETE',
  url: '/api/v2/user/sessions/autres/',
  config: { access: 'required', throttle: 'password' },
  bodyLimit: BODY_LIMIT.passwords,
  schema: { tags, summary: 'Fermer toutes les autres sessions', body: Proof, response: { 204: z.null() } },
});
