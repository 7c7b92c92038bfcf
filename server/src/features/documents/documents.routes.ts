import * as contract from '@clairisque/contract/document.ts';
import { readFacts as readFactsRoute } from '@clairisque/contract/facts.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { readFacts, readOwnDocument, readOwnOutcome, readPiece } from './documents.service.ts';

/** Other forms of an issued statement: for a machine, or on a screen. */
export const statementDocumentRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...readFactsRoute,
    handler: async (request, reply) => {
      const facts = await readFacts(deps, owned(request), editionOf(request.query));
      // Sent as bytes, without serialisation: exactly what is attached to the PDF.
      return reply.headers({ 'content-type': 'application/json', ...PRIVATE }).send(facts as never);
    },
  });
  app.route({
    ...contract.readDocument,
    handler: async (request, reply) => {
      const document = await readOwnDocument(deps, owned(request), editionOf(request.query));
      return reply.headers(PRIVATE).send(document);
    },
  });
  app.route({
    ...contract.readOutcome,
    handler: async (request, reply) => reply.headers(PRIVATE).send(await readOwnOutcome(deps, owned(request))),
  });
  app.route({
    ...contract.downloadPiece,
    handler: async (request, reply) =>
      sendFile(reply.headers(PRIVATE), await readPiece(deps, owned(request), request.params.fichier)),
  });
};

const PRIVATE = { 'cache-control': 'private, no-store' };

const owned = (request: FastifyRequest<{ Params: { erp_id: string } }>) => ({
  accountId: callerOf(request).accountId,
  id: Number(request.params.erp_id),
});

const editionOf = ({ edition }: { edition?: string | undefined }): number | undefined =>
  edition === undefined ? undefined : Number(edition);
