import * as contract from '@clairisque/contract/documents.ts';
import type { Deps } from '#deps.ts';
import { owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { readDocument, readFacts, readOwnDocument, readOwnOutcome, readAttachment } from './documents.service.ts';
import { listEditions } from './editions.service.ts';

/** An issued statement: its PDF, its editions and its other forms. */
export const documentRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.downloadStatement,
    handler: async (request, reply) => {
      const mine = owned(request, request.params.erp_id);
      const { pdf, fileName } = await readDocument(deps, mine, {
        edition: editionOf(request.query),
        isShort: request.query.forme === 'courte',
      });
      return sendFile(reply.headers(PRIVATE), { content: pdf, type: 'application/pdf', fileName });
    },
  });
  app.route({
    ...contract.listEditions,
    handler: (request) => listEditions(deps, owned(request, request.params.erp_id)),
  });
  addOtherForms(deps, app);
};

/** For a machine, or on a screen. */
function addOtherForms(deps: Deps, app: App): void {
  app.route({
    ...contract.readFacts,
    handler: async (request, reply) => {
      const facts = await readFacts(deps, owned(request, request.params.erp_id), editionOf(request.query));
      // Sent as bytes, without serialisation: exactly what is attached to the PDF.
      return reply.headers({ 'content-type': 'application/json', ...PRIVATE }).send(facts as never);
    },
  });
  app.route({
    ...contract.readDocument,
    handler: async (request, reply) => {
      const document = await readOwnDocument(deps, owned(request, request.params.erp_id), editionOf(request.query));
      return reply.headers(PRIVATE).send(document);
    },
  });
  app.route({
    ...contract.readOutcome,
    handler: async (request, reply) =>
      reply.headers(PRIVATE).send(await readOwnOutcome(deps, owned(request, request.params.erp_id))),
  });
  app.route({
    ...contract.downloadAttachment,
    handler: async (request, reply) =>
      sendFile(
        reply.headers(PRIVATE),
        await readAttachment(deps, owned(request, request.params.erp_id), request.params.fichier),
      ),
  });
}

const PRIVATE = { 'cache-control': 'private, no-store' };

const editionOf = ({ edition }: { edition?: string | undefined }): number | undefined =>
  edition === undefined ? undefined : Number(edition);
