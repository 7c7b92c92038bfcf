import * as contract from '@clairisque/contract/api-keys.ts';
import { createVisitorKey } from '@clairisque/contract/api-v3.trial.ts';
import type { Deps } from '#deps.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { listApiKeys, makeApiKey, revokeApiKey, rotateApiKey } from './changes.service.ts';
import { makeVisitorKey } from './visitors.service.ts';

export const apiKeyRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listApiKeys,
    handler: async (request) => ({ data: await listApiKeys(deps, callerOf(request).accountId) }),
  });
  app.route({
    ...contract.createApiKey,
    handler: async (request, reply) => {
      const made = await makeApiKey(deps, { ...request.body, caller: callerOf(request) }, callOriginOf(request));
      return reply.status(201).send(made);
    },
  });
  app.route({
    ...contract.rotateApiKey,
    handler: async (request, reply) => {
      const asked = { ...request.body, caller: callerOf(request), id: contract.keyNumber(request.params.key_id) };
      return reply.status(201).send(await rotateApiKey(deps, asked, callOriginOf(request)));
    },
  });
  app.route({
    ...contract.revokeApiKey,
    handler: async (request, reply) => {
      const key = { caller: callerOf(request), id: contract.keyNumber(request.params.key_id) };
      await revokeApiKey(deps, key, callOriginOf(request));
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...createVisitorKey,
    handler: async (_, reply) => reply.status(201).send(await makeVisitorKey(deps)),
  });
};
