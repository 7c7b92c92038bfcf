import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Access } from '@clairisque/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { createBoundedCache } from '../bounded-cache.ts';
import { Failure } from '../failure.ts';

/** What a valid token stands for. */
export type Caller = { accountId: number; tokenHash: Buffer };
/** Resolves the bearer of a token, or says in French why it is refused. */
export type Authenticate = (token: string) => Promise<Caller | { refused: string }>;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Resolves the token of a request, when it has one. Throws `not_authenticated` for a bad one, or none where `access` requires it. */
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

/** A token of ours is forty characters long; a header may have sixteen thousand. */
const TOKEN_LENGTH = 40;
const SEEN_BYTES = 4_194_304;

/**
 * The account of a call by its token, when the token was found good lately: to count by, before anything is looked up. It opens
 * nothing, and may have been revoked since.
 */
export function rememberTokens(authenticate: Authenticate) {
  const seen = createBoundedCache<number>(SEEN_BYTES);
  return {
    authenticate: async (token: string): ReturnType<Authenticate> => {
      const caller = await authenticate(token);
      if ('accountId' in caller) seen.set(hash('sha256', token), caller.accountId, 0);
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

/** The caller, when he said who he is and the route listened. */
export function findCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

type CallOrigin = { ip: string; requestId: string; cookies: string | undefined; refusal: Failure | undefined };
const refusals = new WeakMap<FastifyRequest, Failure>();

/** The call is one too many of its address: refused by its use-case, unless it comes from a known device of the account. */
export const setRefusal = (request: FastifyRequest, refusal: Failure): void => void refusals.set(request, refusal);

/** Where a call comes from, for the audit trail and the limits of an account. */
export function callOriginOf(request: FastifyRequest): CallOrigin {
  return { ip: request.ip, requestId: request.id, cookies: request.headers.cookie, refusal: refusals.get(request) };
}

/** Null without credentials of ours: another scheme is no credential. The header is bytes, of which Node makes characters. */
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

function notAuthenticated(detail: string): Failure {
  return new Failure('not_authenticated', detail);
}
