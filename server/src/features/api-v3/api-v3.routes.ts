import type { Route } from '@clairisque/contract/common/route.ts';
import { rowOf } from '@clairisque/contract/common/v3.ts';
import * as contract from '@clairisque/contract/api-v3.ts';
import * as events from '@clairisque/contract/events.ts';
import * as webhooks from '@clairisque/contract/webhooks.v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { GEOJSON_FILE } from '#domain/statement-document/facts.ts';
import { listMyCreditPacks } from '#features/credits/credits.ts';
import { readAttachment, readDocument, readFacts } from '#features/documents/documents.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { assess } from './assess.service.ts';
import { balanceOf } from './balance.rules.ts';
import { idempotencyKeyOf } from './idempotency.service.ts';
import { issueStatement } from './issue.service.ts';
import { openApiOf } from './openapi.rules.ts';
import { findAddresses, findParcels } from './places.service.ts';
import { listStatements, readStatement } from './statements.service.ts';

const isClosed = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'config' in value && 'scope' in (value.config as object);

/** The calls that take a key, by their names in the contract. */
const byKey = Object.fromEntries(
  Object.entries<unknown>({ ...contract, ...events, ...webhooks }).filter((entry): entry is [string, Route] => isClosed(entry[1])),
);

export const apiV3Routes = (deps: Deps) => async (app: App) => {
  const openApi = openApiOf(byKey, deps.publicUrl);
  app.route({ ...contract.readOpenApi, handler: () => openApi });
  app.route({
    ...contract.readBalance,
    handler: async (request) => balanceOf(await listMyCreditPacks(deps, keyOf(request).accountId)),
  });
  app.route({ ...contract.findAddresses, handler: ({ query }) => findAddresses(deps, query) });
  app.route({ ...contract.findParcels, handler: ({ query }) => findParcels(deps, query) });
  app.route({
    ...contract.listStatementsV3,
    handler: (request) => listStatements(deps, { ...request.query, accountId: keyOf(request).accountId }),
  });
  app.route({ ...contract.createStatementV3, handler: (request, reply) => answerIssue(deps, request, reply) });
  app.route({
    ...contract.readStatementV3,
    handler: (request) => readStatement(deps, ownedOf(request, request.params.statement_id)),
  });
  app.route({
    ...contract.createAssessment,
    handler: (request) => assess(deps, { accountId: keyOf(request).accountId, request: request.body }),
  });
  addFiles(deps, app);
};

async function answerIssue(
  deps: Deps,
  request: FastifyRequest<{ Body: contract.StatementRequest }>,
  reply: FastifyReply,
): Promise<contract.Statement> {
  const { accountId, key } = keyOf(request);
  const { statement, isReplayed } = await issueStatement(deps, {
    caller: { accountId, spaceId: key.spaceId },
    key: idempotencyKeyOf(request.headers['idempotency-key']),
    request: request.body,
    origin: { method: request.method, path: contract.createStatementV3.url, requestId: request.id },
    waitMs: waitOf(request.headers.prefer) * 1000,
  });
  void reply.header('location', `${contract.createStatementV3.url}/${statement.id}`);
  if (isReplayed) void reply.header('idempotent-replayed', 'true');
  if (statement.status === 'issued') return reply.status(201).send(statement);
  return reply.status(202).header('retry-after', '2').send(statement);
}

/** RFC 7240. */
function waitOf(prefer: string | string[] | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,3})(?:$|[,;\s])/.exec([prefer].flat().join(',')) ?? [];
  return Math.min(Number(seconds ?? contract.LONGEST_WAIT_S), contract.LONGEST_WAIT_S);
}

function addFiles(deps: Deps, app: App): void {
  app.route({
    ...contract.readDocumentV3,
    handler: async (request, reply) => {
      const { pdf, fileName } = await readDocument(deps, ownedOf(request, request.params.statement_id));
      return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
  app.route({
    ...contract.readFactsV3,
    handler: async (request, reply) => {
      const facts = await readFacts(deps, ownedOf(request, request.params.statement_id));
      // Sent as bytes: exactly what is attached to the PDF.
      return reply.header('content-type', 'application/json').send(facts as never);
    },
  });
  app.route({
    ...contract.readMapV3,
    handler: async (request, reply) => {
      const file = await readAttachment(deps, ownedOf(request, request.params.statement_id), GEOJSON_FILE);
      return sendFile(reply, { ...file, type: 'application/geo+json' });
    },
  });
}

const ownedOf = (request: FastifyRequest, id: string): { accountId: number; id: number } => ({
  accountId: keyOf(request).accountId,
  id: rowOf(id),
});
