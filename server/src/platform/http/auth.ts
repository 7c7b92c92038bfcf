import type { Access } from '@clairisque/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { App } from './fastify.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** What a valid token stands for. */
export type Caller = { accountId: number; tokenHash: Buffer };
/** Resolves the bearer of a token, or says in French why it is refused. */
export type Authenticate = (token: string) => Promise<Caller | { refused: string }>;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Checks the token before the body is read, so that 401 comes before 400 (Djoser's order of checks). */
export function requireTokens(app: App, authenticate: Authenticate): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'none';
    if (access === 'none') return;
    const token = tokenOf(request.headers.authorization);
    if (token === null) {
      if (access === 'required')
        throw new Failure('not_authenticated', "Informations d'authentification non fournies.");
      return;
    }
    const caller = await authenticate(token);
    if ('refused' in caller) throw new Failure('not_authenticated', caller.refused);
    callers.set(request, caller);
  });
}

/** The caller of a route whose access is `required`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error(`route ${request.routeOptions.url ?? ''} does not require a token`);
  return caller;
}

/** Where a call comes from, for the audit trail. */
export function callOriginOf(request: FastifyRequest): { ip: string; requestId: string } {
  return { ip: request.ip, requestId: request.id };
}

function tokenOf(header: string | undefined): string | null {
  const [scheme, ...parts] = (header ?? '').trim().split(/\s+/);
  if (scheme?.toLowerCase() !== 'token') return null;
  const [token, ...rest] = parts;
  if (token === undefined) {
    throw new Failure('not_authenticated', "En-tête « token » non valide. Informations d'identification non fournies.");
  }
  if (rest.length > 0) {
    throw new Failure('not_authenticated', "En-tête « token » non valide. Un token ne doit pas contenir d'espaces.");
  }
  return token;
}
