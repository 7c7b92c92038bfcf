import * as contract from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { createUserDataReader, updateUserData } from './profile.ts';

export const profileRoutes = (deps: Deps) => async (app: App) => {
  const read = createUserDataReader(deps);
  app.route({ ...contract.userData, handler: (request) => read(callerOf(request)) });
  app.route({
    ...contract.updateUserData,
    handler: (request) => updateUserData(deps, callerOf(request), request.body),
  });
};
