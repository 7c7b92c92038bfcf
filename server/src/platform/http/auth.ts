import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Access, KeyMode, KeyScope } from '@clairisque/contract/common/route.ts';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { FailureCode } from '@clairisque/contract/common/errors.ts';
import { AppError } from '#platform/app-error.ts';

/** The bearer of a valid token, or of a valid key of API v3. */
export type Caller = { accountId: number; tokenHash: Buffer; key?: CallersKey };
type CallersKey = {
  id: number;
  spaceId: number;
  mode: KeyMode;
  scopes: readonly KeyScope[];
  isVisitor: boolean;
  /** The account itself, by its session, on the site. */
  isSession?: true;
};
/** What a call requires of a key. */
export type KeyAccess = { scope: KeyScope; sandbox: boolean; visitors: boolean };
/** Returns the bearer of a token, or why it is refused, in French. */
export type Authenticate = (token: string) => Promise<Caller | { refused: string }>;

/** The same for a key of API v3. */
export type AuthenticateKey = (
  key: string,
) => Promise<Required<Caller> | { refused: { code: FailureCode; sentence: string } }>;

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

/** Resolves the key of a request to API v3. Throws `key_invalid` and the like, `scope_missing`, `test_key_refused`. */
export async function identifyByKey(
  request: FastifyRequest,
  { scope, sandbox, visitors }: KeyAccess,
  authenticateKey: AuthenticateKey,
): Promise<CallersKey> {
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

/** Whether a request presents a session's token, in place of a key. */
export const presentsToken = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^token(?:[ \t]|$)/i.test(headers.authorization?.trim() ?? '');

/** The space of an account, where its keys and what they make are. */
export type SpaceOf = (accountId: number) => Promise<number>;

/** Resolves a session's token as a live key with that scope. Throws `not_authenticated`. */
export async function identifyBySession(
  request: FastifyRequest,
  scope: KeyScope,
  { authenticate, spaceOf }: { authenticate: Authenticate; spaceOf: SpaceOf },
): Promise<Caller> {
  await identify(request, 'required', authenticate);
  const caller = callerOf(request);
  const spaceId = await spaceOf(caller.accountId);
  const key: CallersKey = { id: 0, spaceId, mode: 'live', scopes: [scope], isVisitor: false, isSession: true };
  callers.set(request, { ...caller, key });
  return caller;
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
