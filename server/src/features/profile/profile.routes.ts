import * as contract from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/fastify.ts';
import { readUserData, updateUserData } from './profile.ts';

export const profileRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.userData, handler: (request) => readUserData(deps, callerOf(request)) });
  app.route({
    ...contract.updateUserData,
    handler: (request) => updateUserData(deps, callerOf(request), request.body),
  });
};
