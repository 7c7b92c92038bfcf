import { login, logout, me } from '@clairisque/contract/accounts.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/fastify.ts';
import { currentUser, signIn, signOut } from './accounts.ts';

export const accountRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...login, handler: async (request) => ({ auth_token: await signIn(deps, request.body) }) });
  app.route({
    ...logout,
    handler: async (request, reply) => {
      await signOut(deps, callerOf(request));
      return reply.status(204).send(null);
    },
  });
  app.route({ ...me, handler: (request) => currentUser(deps, callerOf(request)) });
};
