import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Access } from '@clairisque/contract/common/route.ts';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/app-error.ts';

/** The bearer of a valid token. */
export type Caller = { accountId: number; tokenHash: Buffer };
/** Returns the bearer of a token, or why it is refused, in French. */
export type Authenticate = (token: string) => Promise<Caller | { refused: string }>;

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

/** Our tokens are forty characters long; a header may have sixteen thousand. */
const TOKEN_LENGTH = 40;
const SEEN_TOKENS = 8_000;

/**
 * The account of a recently valid token, for counting before any lookup. It authorises nothing: the token may have been
 * revoked since.
 */
export function rememberTokens(authenticate: Authenticate) {
  const seen = new LRUCache<string, number>({ max: SEEN_TOKENS });
  return {
    authenticate: async (token: string): ReturnType<Authenticate> => {
      const caller = await authenticate(token);
      if ('accountId' in caller) seen.set(hash('sha256', token), caller.accountId);
      return caller;
    },
    accountOf: ({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined => {
      const token = headers.authorization?.slice('Token '.length);
      return token?.length === TOKEN_LENGTH ? seen.get(hash('sha256', token)) : undefined;
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
