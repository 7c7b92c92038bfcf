import * as contract from '@clairisque/contract/api-keys.ts';
import { modeOf, rowOf } from '@clairisque/contract/common/v3.ts';
import { createVisitorKey } from '@clairisque/contract/api-v3.trial.ts';
import type { Deps } from '#deps.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { listApiKeys, makeApiKey, revokeApiKey, rotateApiKey } from './changes.service.ts';
import { makeVisitorKey } from './visitors.service.ts';

const named = (id: string) => ({ id: rowOf(id), mode: modeOf(id) });

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
      const asked = { ...request.body, caller: callerOf(request), ...named(request.params.key_id) };
      return reply.status(201).send(await rotateApiKey(deps, asked, callOriginOf(request)));
    },
  });
  app.route({
    ...contract.revokeApiKey,
    handler: async (request, reply) => {
      const key = { caller: callerOf(request), ...named(request.params.key_id) };
      await revokeApiKey(deps, key, callOriginOf(request));
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...createVisitorKey,
    handler: async (_, reply) => reply.status(201).send(await makeVisitorKey(deps)),
  });
};
