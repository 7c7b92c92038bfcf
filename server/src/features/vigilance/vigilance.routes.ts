import * as contract from '@clairisque/contract/vigilance.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { proveInclusion, publishedRoots, rootsFile } from './vigilance.ts';

export const vigilanceRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.readInclusion, handler: (request) => proveInclusion(deps, request.params.reference) });
  app.route({ ...contract.listRoots, handler: () => publishedRoots(deps) });
  app.route({
    ...contract.downloadRoots,
    handler: async (_request, reply) => {
      const type = 'text/plain; charset=utf-8';
      return sendFile(reply, { content: await rootsFile(deps), type, fileName: 'racines-clairisque.txt' });
    },
  });
};
