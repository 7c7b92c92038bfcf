import * as contract from '@clairisque/contract/statements.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/fastify.ts';
import { generateStatement } from './statements.generate.ts';
import { createStatement, declareOwner, listStatements, readDocument, readProgress } from './statements.ts';

export const statementRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.createStatement,
    handler: async (request, reply) =>
      reply.status(201).send(await createStatement(deps, callerOf(request).accountId, request.body)),
  });
  app.route({
    ...contract.declare,
    handler: (request) =>
      declareOwner(deps, { accountId: callerOf(request).accountId, id: Number(request.params.erp_id) }, request.body),
  });
  app.route({
    ...contract.generateStatement,
    handler: (request) =>
      generateStatement(deps, { accountId: callerOf(request).accountId, id: Number(request.params.erp_id) }),
  });
  app.route({
    ...contract.generationProgress,
    handler: (request) =>
      readProgress(deps, { accountId: callerOf(request).accountId, id: Number(request.params.erp_id) }),
  });
  app.route({
    ...contract.downloadStatement,
    handler: async (request, reply) => {
      const { pdf, fileName } = await readDocument(deps, {
        accountId: callerOf(request).accountId,
        id: Number(request.params.erp_id),
      });
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', attachment(fileName))
        .header('cache-control', 'private, no-store')
        .send(pdf);
    },
  });
  app.route({ ...contract.listStatements, handler: (request) => listStatements(deps, callerOf(request).accountId) });
};

/** RFC 6266: a plain name for old readers, the true one encoded. */
function attachment(fileName: string): string {
  const plain = fileName.normalize('NFD').replace(/[^\w .,-]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
