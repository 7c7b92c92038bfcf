import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { KEY_SCOPES, type Access, type KeyMode, type KeyScope } from '@clairisque/contract/common/route.ts';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { FailureCode } from '@clairisque/contract/common/errors.ts';
import { AppError } from '#platform/app-error.ts';

/** The bearer of a valid token, or of a valid key of API v3. */
export type Caller = { accountId: number; tokenHash: Buffer; key?: CallersKey };
/** `id` null: the site calls with its session, which may do in its account's space all that a live key may. */
type CallersKey = {
  id: number | null;
  spaceId: number;
  mode: KeyMode;
  scopes: readonly KeyScope[];
  isVisitor: boolean;
};
/** What a call requires of a key. */
export type KeyAccess = { scope: KeyScope; sandbox: boolean; visitors: boolean };
/** Returns the bearer of a token, or why it is refused, in French. */
export type Authenticate = (token: string) => Promise<Caller | { refused: string }>;

/** Authenticates a key of API v3. */
export type AuthenticateKey = (
  key: string,
) => Promise<(Caller & { key: CallersKey & { id: number } }) | { refused: { code: FailureCode; sentence: string } }>;

const callers = new WeakMap<FastifyRequest, Caller>();

/**
 * Resolves the token of a request, if any. Throws `not_authenticated` for a bad one, or for none where `access`
 * requires it.
 */
export async function identify(request: FastifyRequest, access: Access, authenticate: Authenticate): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  if (token === null) {
    if (access === 'required') throw notAuthenticated("Informations d'authentification non fournies.");
    return;
  }
  const caller = await authenticate(token);
  if ('refused' in caller) throw notAuthenticated(caller.refused);
  callers.set(request, caller);
}

/** The space of an account, made if it has none. */
export type SpaceOf = (accountId: number) => Promise<number>;

/** Lets an identified session make a call of API v3. */
export async function enterSpace(request: FastifyRequest, spaceOf: SpaceOf): Promise<void> {
  const caller = callerOf(request);
  const spaceId = await spaceOf(caller.accountId);
  callers.set(request, { ...caller, key: { id: null, spaceId, mode: 'live', scopes: KEY_SCOPES, isVisitor: false } });
}

/** Whether a call of API v3 has a session's token in place of a key. */
export const hasToken = ({ headers }: FastifyRequest): boolean => /^\s*token\s/i.test(headers.authorization ?? '');
export const hasKey = ({ headers }: FastifyRequest): boolean => BEARER.test(headers.authorization ?? '');

/** Resolves the key of a request to API v3. Throws `key_invalid` and the like, `scope_missing`, `test_key_refused`. */
export async function identifyByKey(
  request: FastifyRequest,
  { scope, sandbox, visitors }: KeyAccess,
  authenticateKey: AuthenticateKey,
): Promise<CallersKey & { id: number }> {
  const [, key] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (key === undefined) {
    throw new AppError('not_authenticated', 'L’en-tête « Authorization: Bearer crt_live_… » manque.');
  }
  const caller = await authenticateKey(key);
  if ('refused' in caller) throw new AppError(caller.refused.code, caller.refused.sentence);
  callers.set(request, caller);
  if (!caller.key.scopes.includes(scope)) {
    throw new AppError('scope_missing', `Cette clé d’API n’a pas le droit « ${scope} ».`);
  }
  // By default, so that no call forgets to keep test data apart.
  if (caller.key.mode === 'test' && !sandbox) {
    throw new AppError('test_key_refused', 'Cette opération n’accepte pas les clés d’essai.');
  }
  if (caller.key.isVisitor && !visitors) {
    throw new AppError(
      'test_key_refused',
      'Cette opération n’accepte pas la clé d’un visiteur : créez un compte, ses clés d’essai sont gratuites.',
    );
  }
  return caller.key;
}

/** RFC 6750. */
const BEARER = /^bearer +([\w.~+/-]{1,200}=*) *$/i;

/** The key of a call to API v3. */
export function keyOf(request: FastifyRequest): Required<Caller> {
  const caller = findCaller(request);
  if (caller?.key === undefined) throw new Error(`route ${request.routeOptions.url ?? ''} does not require a key`);
  return { ...caller, key: caller.key };
}

/** Lengths of our tokens and keys; a header may have sixteen thousand characters. */
const LENGTHS = new Set([40, 58]);
const SEEN_TOKENS = 8_000;

/**
 * The account of a recently valid token or key, for counting before any lookup. It authorises nothing: the token may have been
 * revoked since.
 */
export function rememberTokens(of: { authenticate: Authenticate; authenticateKey: AuthenticateKey }) {
  const seen = new LRUCache<string, number>({ max: SEEN_TOKENS });
  const remembered =
    <Found extends Caller | { refused: unknown }>(find: (secret: string) => Promise<Found>) =>
    async (secret: string): Promise<Found> => {
      const found = await find(secret);
      const caller: Caller | { refused: unknown } = found;
      if ('accountId' in caller) seen.set(hash('sha256', secret), caller.accountId);
      return found;
    };
  return {
    authenticate: remembered(of.authenticate),
    authenticateKey: remembered(of.authenticateKey),
    accountOf: ({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined => {
      const { authorization = '' } = headers;
      const secret = authorization.slice(authorization.indexOf(' ') + 1);
      return LENGTHS.has(secret.length) ? seen.get(hash('sha256', secret)) : undefined;
    },
  };
}

/** The caller of a route whose access is `required`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = findCaller(request);
  if (caller === undefined) throw new Error(`route ${request.routeOptions.url ?? ''} does not require a token`);
  return caller;
}

/** An object of the caller, by its number: the owner is in the `where` of every query. */
export const owned = (request: FastifyRequest, id: string): { accountId: number; id: number } => ({
  accountId: callerOf(request).accountId,
  id: Number(id),
});

/** The caller, if authenticated on a route that reads the token. */
export function findCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

type CallOrigin = { ip: string; requestId: string; cookies: string | undefined; refusal: AppError | undefined };
const refusals = new WeakMap<FastifyRequest, AppError>();

/** The address is over its limit: the use-case refuses the call, unless it comes from a known device of the account. */
export const setRefusal = (request: FastifyRequest, refusal: AppError): void => void refusals.set(request, refusal);

/** Origin of a call, for the audit trail and the limits of an account. */
export function callOriginOf(request: FastifyRequest): CallOrigin {
  return { ip: request.ip, requestId: request.id, cookies: request.headers.cookie, refusal: refusals.get(request) };
}

/** Null without our credentials: another scheme does not count. Node decodes the header's bytes as Latin-1. */
function tokenOf(header: string | undefined): string | null {
  const [scheme, ...parts] = (header ?? '').trim().split(/[ \t]+/);
  if (scheme?.toLowerCase() !== 'token') return null;
  const [token, ...rest] = parts;
  if (token === undefined) {
    throw notAuthenticated("En-tête « token » non valide. Informations d'identification non fournies.");
  }
  if (rest.length > 0) {
    throw notAuthenticated("En-tête « token » non valide. Un token ne doit pas contenir d'espaces.");
  }
  if (!isUtf8(Buffer.from(token, 'latin1'))) {
    throw notAuthenticated('En-tête « token » non valide. Un token ne doit pas contenir de caractères invalides.');
  }
  return token;
}

function notAuthenticated(detail: string): AppError {
  return new AppError('not_authenticated', detail);
}
