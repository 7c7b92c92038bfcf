import type { Access, KeyScope, ThrottleScope } from '@clairisque/contract/common/route.ts';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import { slowedDown, type Throttle } from '#platform/guards/rate-limit.ts';
import {
  enterSpace,
  findCaller,
  hasKey,
  hasToken,
  identify,
  identifyByKey,
  setRefusal,
  type Authenticate,
  type AuthenticateKey,
  type KeyAccess,
  type SpaceOf,
} from './auth.ts';
import { readBody, refuseFields } from './bodies.ts';
import { readItems } from './body-items.ts';
import { isV3 } from './problems.ts';
import type { App } from './app.ts';
import { isDjoser, resourceOf, type Resource, type Resources } from './methods.ts';

export type Guards = {
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  spaceOf: SpaceOf;
  throttle: Throttle;
  /** Whether the header `Cookie` proves a device of any account; the use-case must check which one. */
  isDevice: (cookies: string | undefined) => Promise<boolean>;
};
/** Scopes whose use-cases count a known device separately, and refuse others with `setRefusal`. */
const COUNTED_BY_DEVICE = new Set<ThrottleScope>(['login', 'reset']);

/**
 * Adds Django REST's order of checks to each route registered from now on: 404, 406, 401, 429, 405, then the body (400,
 * 413, 415), all its fields together (400), then the route itself.
 */
export function guardRoutes(app: App, guards: Guards): Resources {
  const resources: Resources = new Map();
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) return;
    const resource = resourceOf(resources, route);
    route.onRequest = [guardOf(route, resource, guards), ...listOf(route.onRequest)];
    const read = readerOf(route);
    if (read !== null) route.preValidation = [read, ...listOf(route.preValidation)];
    const items = readItems(route.schema?.body, route.config);
    if (items !== null) route.preHandler = [items, ...listOf(route.preHandler)];
  });
  return resources;
}

function readerOf({ url, schema, config }: RouteOptions): typeof readBody | null {
  if (schema?.body !== undefined) return readBody;
  return isV3(url) && config?.consumes === undefined ? refuseFields : null;
}

function guardOf({ url, config }: RouteOptions, resource: Resource, guards: Guards) {
  const {
    access = 'none',
    throttle: scope,
    produces,
    scope: keyScope,
    session = false,
    sandbox = false,
    visitors = false,
  } = config ?? {};
  // A bad token is refused even where none is needed, as in Djoser. Our own public routes ignore it.
  const readsToken = access !== 'none' || isDjoser(url);
  const byToken = { access, readsToken, scope, session };
  const byKey = keyScope && { scope: keyScope, sandbox, visitors, throttle: scope ?? ('api' as const) };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    void reply.header('allow', resource.allow).header('vary', 'Accept');
    if (produces === undefined && !acceptsJson(request.headers.accept)) {
      throw new AppError('not_acceptable', "L'en-tête « Accept » n'a pas pu être satisfaite.");
    }
    if (byKey && !(session && hasToken(request))) return admitKey(guards, byKey, { request, reply });
    if (isV3(url) && access === 'required' && hasKey(request)) throw keptFromKeys();
    return admitToken(guards, byToken, request);
  };
}

type ByToken = { access: Access; readsToken: boolean; scope: ThrottleScope | undefined; session: boolean };

/** A session, or nobody where none is needed. */
async function admitToken(guards: Guards, { access, readsToken, scope, session }: ByToken, request: FastifyRequest) {
  if (readsToken) await identify(request, access, guards.authenticate);
  if (scope !== undefined) await countCall(guards, scope, request);
  if (session) await enterSpace(request, guards.spaceOf);
}

/** A key that could make keys would outlive its own end. */
const keptFromKeys = (): AppError =>
  new AppError('forbidden', 'Une clé d’API ne crée, ne remplace ni ne révoque de clés : faites-le sur le site.');

/** A call of API v3: its key, then the limit of that key, whose state every response has. */
async function admitKey(
  { authenticateKey, throttle }: Guards,
  { throttle: ordinary, ...asked }: KeyAccess & { throttle: ThrottleScope },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { id, isVisitor } = await identifyByKey(request, asked, authenticateKey);
  const counted = isVisitor ? visitorScope(asked.scope) : ordinary;
  const quota = await throttle.hitKey(counted, id);
  if (quota === null) return;
  const { calls, seconds, left, resetMs } = quota;
  void reply.headers({
    'ratelimit-policy': `"${counted}";q=${calls};w=${seconds}`,
    ratelimit: `"${counted}";r=${Math.max(0, left)};t=${Math.ceil(resetMs / 1000)}`,
  });
  if (left < 0) throw slowedDown(resetMs);
}

/** What a visitor's key counts in, whatever it calls. */
export const visitorScope = (scope: KeyScope): ThrottleScope => (scope === 'issue' ? 'visitor-issue' : 'visitor');

/**
 * Over the limit of an address, a known device still reaches its use-case: a stranger behind the same address must not
 * lock it out.
 */
async function countCall({ throttle, isDevice }: Guards, scope: ThrottleScope, request: FastifyRequest): Promise<void> {
  try {
    await throttle.hitCall(scope, request.ip, findCaller(request)?.accountId);
  } catch (error) {
    const isSpent = error instanceof AppError && error.code === 'too_many_requests';
    if (!isSpent || !COUNTED_BY_DEVICE.has(scope) || !(await isDevice(request.headers.cookie))) throw error;
    setRefusal(request, error);
  }
}

/** Ignores parameters, even `q`, as Django REST does. */
function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[;,]|$)/i.test(accept);
}

function listOf<T>(hooks: T | T[] | undefined): T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
