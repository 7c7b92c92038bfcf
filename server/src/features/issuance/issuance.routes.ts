import * as addresses from '@clairisque/contract/addresses.ts';
import * as drafts from '@clairisque/contract/drafts.ts';
import { listPlanPages } from '@clairisque/contract/plan-pages.ts';
import * as contract from '@clairisque/contract/statements.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { counted } from '#domain/french.ts';
import { AppError } from '#platform/app-error.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile, type AnsweredFile } from '#platform/http/file-answer.ts';
import { checkAddress } from './address.service.ts';
import { dropDraft, keepDraft, keepDraftOfSignUp, readDraft } from '#features/drafts/drafts.ts';
import { exportDocuments } from '#features/statements/export.service.ts';
import { generateStatement } from './generation.service.ts';
import { closeStatement, listEditions, listStatements } from '#features/statements/statements.ts';
import { listPlanPages as planPages } from './plan-pages.service.ts';
import { renewStatement } from './renewal.service.ts';
import { createStatement, declareOwner, readDocument, readProgress } from './creation.service.ts';

export const statementRoutes = (deps: Deps) => async (app: App) => {
  routesOfWizard(deps, app);
  routesOfPlace(deps, app);
  routesOfDocuments(deps, app);
};

function routesOfWizard(deps: Deps, app: App): void {
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
  app.route({ ...drafts.readDraft, handler: (request) => readDraft(deps, callerOf(request).accountId) });
  app.route({ ...drafts.keepDraft, handler: (request) => keepDraft(deps, callerOf(request).accountId, request.body) });
  app.route({
    ...drafts.keepDraftOfSignUp,
    handler: async (request, reply) => {
      await keepDraftOfSignUp(deps, { ...request.body, ip: request.ip });
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...drafts.dropDraft,
    handler: async (request, reply) => {
      await dropDraft(deps, callerOf(request).accountId);
      return reply.status(204).send(null);
    },
  });
}

/** The wizard's queries about a parcel. */
function routesOfPlace(deps: Deps, app: App): void {
  app.route({
    ...listPlanPages,
    handler: ({ params, query }) =>
      planPages(deps, { ...params, longitude: Number(query.longitude), latitude: Number(query.latitude) }),
  });
  app.route({
    ...addresses.checkAddress,
    handler: ({ params, query }) =>
      checkAddress(deps, {
        ...params,
        adresse: query.adresse,
        longitude: Number(query.longitude),
        latitude: Number(query.latitude),
      }),
  });
}

function routesOfDocuments(deps: Deps, app: App): void {
  app.route({
    ...contract.downloadStatement,
    handler: async (request, reply) => {
      const mine = owned(request, request.params.erp_id);
      const { pdf, fileName } = await readDocument(deps, mine, editionOf(request.query));
      return sendPrivate(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
  app.route({
    ...contract.exportStatements,
    handler: async (request, reply) => {
      const { zip, length, fileName } = await exportDocuments(deps, callerOf(request));
      void reply.header('content-length', length);
      return sendPrivate(reply, { content: zip, type: 'application/zip', fileName });
    },
  });
  app.route({ ...contract.listStatements, handler: (request, reply) => answerList(deps, request, reply) });
  app.route({
    ...contract.renewStatement,
    handler: (request) => renewStatement(deps, owned(request, request.params.id)),
  });
  app.route({
    ...contract.closeStatement,
    handler: (request) => closeStatement(deps, owned(request, request.params.id), request.body.conclu),
  });
  app.route({
    ...contract.listEditions,
    handler: (request) => listEditions(deps, owned(request, request.params.erp_id)),
  });
}

const owned = (request: FastifyRequest, id: string): { accountId: number; id: number } => ({
  accountId: callerOf(request).accountId,
  id: Number(id),
});

/** The whole list, or the window of the header `Range` (RFC 9110 §14). */
async function answerList(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<StatementListItem[]> {
  const { accountId } = callerOf(request);
  const list = await listStatements(deps, { accountId, range: request.headers.range });
  void reply.header('accept-ranges', 'items');
  if ('beyond' in list) {
    void reply.header('content-range', `items */${list.beyond}`);
    throw new AppError(
      'range_not_satisfiable',
      `Vous avez ${counted(list.beyond, 'état')} des risques\u00A0: aucun à ce rang.`,
    );
  }
  const { items, range } = list;
  if (range !== null) {
    void reply.status(206).header('content-range', `items ${range.first}-${range.last}/${range.total}`);
  }
  return items;
}

const editionOf = ({ edition }: { edition?: string | undefined }): number | undefined =>
  edition === undefined ? undefined : Number(edition);

const sendPrivate = (reply: FastifyReply, file: AnsweredFile): FastifyReply =>
  sendFile(reply.header('cache-control', 'private, no-store'), file);
