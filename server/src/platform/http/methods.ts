import type { FastifyRequest, RouteOptions } from 'fastify';
import { Failure } from '../failure.ts';
import { MEDIA_TYPES } from './bodies.ts';
import type { App } from './fastify.ts';

/** The order in which Django REST writes `Allow`. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as const;

/** One address of the API: its methods, and `Allow`, known once every route is. */
export type Resource = { methods: Set<string>; route: RouteOptions; allow: string };
export type Resources = Map<string, Resource>;

/** The endpoints that Djoser serves. */
export function isDjoser(url: string): boolean {
  return /^\/api\/v2\/(users|token)\//.test(url);
}

/** The resource that a route belongs to, told of its methods. */
export function resourceOf(resources: Resources, route: RouteOptions): Resource {
  const resource = resources.get(route.url) ?? { methods: new Set(), route, allow: '' };
  resources.set(route.url, resource);
  for (const method of [route.method].flat()) resource.methods.add(method);
  return resource;
}

/** Gives every resource its other methods: OPTIONS describes it, the rest is a 405. To be called after the last route. */
export function answerOtherMethods(app: App, resources: Resources): void {
  for (const [url, resource] of resources) {
    const others = METHODS.filter((method) => method !== 'OPTIONS' && !resource.methods.has(method));
    resource.allow = METHODS.filter((method) => !others.includes(method)).join(', ');
    const { access = 'none', throttle } = resource.route.config ?? {};
    const common = {
      url,
      // Djoser's actions on users ask for a token before they say that a method is not theirs, even the public ones.
      config: { access: url.startsWith('/api/v2/users/') ? 'required' : access, ...(throttle && { throttle }) },
      schema: { hide: true },
    } as const;
    app.route({ ...common, method: 'OPTIONS', handler: async () => describe(resource.route) });
    app.route({ ...common, method: others, onRequest: refuseMethod, handler: refuseMethod });
  }
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  throw new Failure('method_not_allowed', `Méthode «\u00A0${request.method}\u00A0» non autorisée.`);
}

/** As Django REST's metadata. */
function describe({ schema }: RouteOptions): object {
  return { name: schema?.summary ?? '', description: '', renders: ['application/json'], parses: MEDIA_TYPES };
}
