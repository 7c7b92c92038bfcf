import * as contract from '@clairisque/contract/verification.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { publicKeys } from '#platform/security/signing.ts';
import { verify } from './verification.ts';

export const verificationRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.verify,
    handler: (request, reply) => {
      // The result changes at midnight, and when the document is renewed.
      void reply.header('cache-control', 'no-store');
      return verify(deps, { reference: request.params.reference, ip: request.ip });
    },
  });
  app.route({
    ...contract.verificationKeys,
    handler: async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=3600');
      return { keys: await publicKeys(deps) };
    },
  });
};
