import * as contract from '@clairisque/contract/drafts.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { dropDraft, keepDraft, keepDraftOfSignUp, readDraft } from './drafts.ts';

export const draftRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.readDraft, handler: (request) => readDraft(deps, callerOf(request).accountId) });
  app.route({
    ...contract.keepDraft,
    handler: (request) => keepDraft(deps, callerOf(request).accountId, request.body),
  });
  app.route({
    ...contract.keepDraftOfSignUp,
    handler: async (request, reply) => {
      await keepDraftOfSignUp(deps, { ...request.body, ip: request.ip });
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...contract.dropDraft,
    handler: async (request, reply) => {
      await dropDraft(deps, callerOf(request).accountId);
      return reply.status(204).send(null);
    },
  });
};
