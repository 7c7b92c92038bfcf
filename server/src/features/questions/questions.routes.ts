import * as contract from '@clairisque/contract/questions.ts';
import type { Deps } from '#deps.ts';
import { owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { answerQuestions, listQuestions } from './questions.ts';

/** The open questions of a statement, for its owner. */
export const questionRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listQuestions,
    handler: (request) => listQuestions(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.answerQuestions,
    handler: (request) => answerQuestions(deps, owned(request, request.params.erp_id), request.body.reponses),
  });
};
