import type { FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import { MEDIA_TYPES } from './bodies.ts';
import type { App } from './app.ts';

/** Django REST's order in `Allow`. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as const;

/** One URL of the API: its methods, and `Allow`, complete once all routes are registered. */
export type Resource = { methods: Set<string>; route: RouteOptions; allow: string };
export type Resources = Map<string, Resource>;

/** The endpoints that Djoser serves. */
export function isDjoser(url: string): boolean {
  return /^\/api\/v2\/(users|token)\//.test(url);
}

/** The resource of a route, with its methods added. */
export function resourceOf(resources: Resources, route: RouteOptions): Resource {
  const resource = resources.get(route.url) ?? { methods: new Set(), route, allow: '' };
  resources.set(route.url, resource);
  for (const method of [route.method].flat()) resource.methods.add(method);
  return resource;
}

/** Adds the other methods to every resource: OPTIONS describes it, the rest is a 405. Call it after the last route. */
export function answerOtherMethods(app: App, resources: Resources): void {
  for (const [url, resource] of resources) {
    const others = METHODS.filter((method) => method !== 'OPTIONS' && !resource.methods.has(method));
    resource.allow = METHODS.filter((method) => !others.includes(method)).join(', ');
    const { access = 'none', throttle, scope } = resource.route.config ?? {};
    const common = {
      url,
      // Djoser's actions on users check the token before the method, even the public ones.
      config: {
        access: url.startsWith('/api/v2/users/') ? 'required' : access,
        ...(throttle && { throttle }),
        // A key of any kind learns that the method is wrong.
        ...(scope && ({ scope, sandbox: true, visitors: true } as const)),
      },
      schema: { hide: true },
    } as const;
    app.route({ ...common, method: 'OPTIONS', handler: async () => describe(resource.route) });
    app.route({ ...common, method: others, onRequest: refuseMethod, handler: refuseMethod });
  }
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  throw new AppError('method_not_allowed', `Méthode «\u00A0${request.method}\u00A0» non autorisée.`);
}

/** Describes the route as Django REST's metadata. */
function describe({ schema }: RouteOptions): object {
  return { name: schema?.summary ?? '', description: '', renders: ['application/json'], parses: MEDIA_TYPES };
}
