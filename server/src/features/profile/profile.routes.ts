import { userData } from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/fastify.ts';
import { readUserData } from './profile.ts';

export const profileRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...userData, handler: (request) => readUserData(deps, callerOf(request)) });
};
