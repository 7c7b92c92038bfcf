import * as contract from '@clairisque/contract/unsubscribe.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { chooseMails, mailChoice } from './unsubscribe.ts';

export const unsubscribeRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.unsubscribe,
    handler: async ({ params, ip }) => {
      await chooseMails(deps, { token: params.jeton, ip }, false);
      return { detail: 'Vous ne recevrez plus ces messages.' };
    },
  });
  app.route({
    ...contract.unsubscribePage,
    handler: ({ params }, reply) => void reply.redirect(`/desabonnement/${encodeURIComponent(params.jeton)}`, 303),
  });
  app.route({
    ...contract.mailChoice,
    handler: ({ params, ip }) => mailChoice(deps, { token: params.jeton, ip }),
  });
  app.route({
    ...contract.chooseMails,
    handler: ({ params, body, ip }) => chooseMails(deps, { token: params.jeton, ip }, body.recus),
  });
};
