import * as contract from '@clairisque/contract/unsubscribe.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { unsubscribe } from './unsubscribe.ts';

export const unsubscribeRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.unsubscribe,
    handler: async ({ params, ip }) => {
      await unsubscribe(deps, { token: params.jeton, ip });
      return { detail: 'Vous ne recevrez plus ces messages.' };
    },
  });
  app.route({
    ...contract.unsubscribePage,
    handler: (_request, reply) => void reply.redirect('/myspace/', 303),
  });
};
