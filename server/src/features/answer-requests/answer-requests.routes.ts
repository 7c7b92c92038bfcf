import * as contract from '@clairisque/contract/questions.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { keepSecret } from '#platform/http/security-headers.ts';
import {
  createAnswerRequest,
  decideAnswerRequest,
  listAnswerRequests,
  revokeAnswerRequest,
} from './answer-requests.ts';
import { answerByLink, certifyAnswers, openAnswerRequest, type Visit } from './visit.service.ts';

export const answerRequestRoutes = (deps: Deps) => async (app: App) => {
  app.addHook('onRequest', keepSecret);
  app.route({
    ...contract.listAnswerRequests,
    handler: (request) => listAnswerRequests(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.createAnswerRequest,
    handler: async (request, reply) => {
      const { libelle: label, email, questions } = request.body;
      const mine = owned(request, request.params.erp_id);
      return reply.status(201).send(await createAnswerRequest(deps, mine, { label, email, questions }));
    },
  });
  app.route({
    ...contract.revokeAnswerRequest,
    handler: (request) =>
      revokeAnswerRequest(deps, { accountId: callerOf(request).accountId, id: request.params.demande_id }),
  });
  app.route({
    ...contract.decideAnswerRequest,
    handler: (request) =>
      decideAnswerRequest(
        deps,
        { accountId: callerOf(request).accountId, id: request.params.demande_id },
        request.body.accepte,
      ),
  });
  addVisitorRoutes(deps, app);
};

/** By the secret link, without an account. */
function addVisitorRoutes(deps: Deps, app: App): void {
  app.route({ ...contract.openAnswerRequest, handler: (request) => openAnswerRequest(deps, visitOf(request)) });
  app.route({
    ...contract.answerByLink,
    handler: (request) => answerByLink(deps, visitOf(request), request.body.reponses),
  });
  app.route({
    ...contract.certifyAnswers,
    handler: async (request, reply) =>
      reply.status(201).send(await certifyAnswers(deps, visitOf(request), request.body)),
  });
}

function visitOf({ params, ip }: FastifyRequest<{ Params: { jeton: string } }>): Visit {
  return { token: params.jeton, ip };
}
