import { recordPageView } from '@clairisque/contract/page-views.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { recordView } from './page-views.ts';

export const pageViewRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...recordPageView,
    handler: async ({ body }, reply) => {
      await recordView(deps, body);
      return reply.status(204).send(null);
    },
  });
};
