import * as contract from '@clairisque/contract/issuance.ts';
import { completeStatement as completeRoute } from '@clairisque/contract/questions.ts';
import type { Deps } from '#deps.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { checkAddress } from './address.service.ts';
import { completeStatement } from './completion.service.ts';
import { createStatement, declareOwner } from './creation.service.ts';
import { generateStatement } from './generation.service.ts';
import { listPlanPages } from './plan-pages.service.ts';
import { readProgress } from './progress.service.ts';
import { renewStatement } from './renewal.service.ts';

export const issuanceRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.createStatement,
    handler: async (request, reply) =>
      reply.status(201).send(await createStatement(deps, callerOf(request).accountId, request.body)),
  });
  app.route({
    ...contract.declare,
    handler: (request) => declareOwner(deps, owned(request, request.params.erp_id), request.body),
  });
  app.route({
    ...contract.generateStatement,
    handler: (request) => generateStatement(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.generationProgress,
    handler: (request) => readProgress(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.renewStatement,
    handler: (request) => renewStatement(deps, owned(request, request.params.id)),
  });
  app.route({
    ...completeRoute,
    handler: async (request, reply) => {
      const { isNew, edition } = await completeStatement(deps, owned(request, request.params.erp_id));
      return reply.status(isNew ? 201 : 200).send(edition);
    },
  });
  addPlaceRoutes(deps, app);
};

/** The wizard's queries about a parcel. */
function addPlaceRoutes(deps: Deps, app: App): void {
  app.route({
    ...contract.listPlanPages,
    handler: ({ params, query }) =>
      listPlanPages(deps, {
        ...params,
        ...query,
        longitude: Number(query.longitude),
        latitude: Number(query.latitude),
      }),
  });
  app.route({
    ...contract.checkAddress,
    handler: ({ params, query }) =>
      checkAddress(deps, {
        ...params,
        ...query,
        longitude: Number(query.longitude),
        latitude: Number(query.latitude),
      }),
  });
}
