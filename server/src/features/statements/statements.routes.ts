import type { Readable } from 'node:stream';
import * as contract from '@clairisque/contract/statements.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/fastify.ts';
import { exportDocuments } from './statements.export.ts';
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
      const owned = { accountId: callerOf(request).accountId, id: Number(request.params.erp_id) };
      const { pdf, fileName } = await readDocument(deps, owned, editionOf(request.query));
      return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
  app.route({
    ...contract.exportStatements,
    handler: async (request, reply) => {
      const { zip, fileName } = await exportDocuments(deps, callerOf(request));
      return sendFile(reply, { content: zip, type: 'application/zip', fileName });
    },
  });
  app.route({ ...contract.listStatements, handler: (request) => listStatements(deps, callerOf(request).accountId) });
};

const editionOf = ({ edition }: { edition?: string | undefined }): number | undefined =>
  edition === undefined ? undefined : Number(edition);

type SentFile = { content: Buffer | Readable; type: string; fileName: string };

function sendFile(reply: FastifyReply, { content, type, fileName }: SentFile): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'private, no-store')
    .send(content);
}

/** RFC 6266: a plain name for old readers, the true one encoded. */
function attachment(fileName: string): string {
  const plain = fileName.normalize('NFD').replace(/[^\w .,-]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
