import * as contract from '@clairisque/contract/api-v3.ts';
import type { Assessment, Statement } from '@clairisque/contract/api-v3.ts';
import * as checks from '@clairisque/contract/api-v3.checks.ts';
import * as questions from '@clairisque/contract/api-v3.questions.ts';
import * as followUps from '@clairisque/contract/api-v3.follow-ups.ts';
import { readCollection, openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';
import { collectionOf } from '@clairisque/contract/common/postman.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { depsOf, numberOf, uuidIn } from '#features/api-keys/api-keys.ts';
import { readDocument } from '#features/documents/documents.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { answer, ask, listQuestionsOf, listRequestsOf } from './answers.service.ts';
import { assess } from './assess.service.ts';
import {
  askCheckV3,
  askChecksV3,
  askPlannedV3,
  changeDatesV3,
  listAllChecksV3,
  listChecksV3,
} from './checks.service.ts';
import { attemptOf, keptOnce, once, replayed } from './attempts.service.ts';
import { createBalanceReader } from './api-v3.ts';
import { factsInV3, outlinesInV3 } from './facts.service.ts';
import { handOver, listHandoversOf, readHandover, revoke } from './handovers.service.ts';
import { issueStatement, renew } from './issue.service.ts';
import { findAddresses, findParcels } from './places.service.ts';
import { listStatements, readStatement, requireReady } from './statements.service.ts';

/** Each handler takes its dependencies from `of`: those of a test key are others. */
export const apiV3Routes = (deps: Deps) => async (app: App) => {
  // Made when first asked for: a start does not wait for a tenth of a second of work.
  let openApi: ReturnType<typeof openApiV3> | null = null;
  const of = (request: FastifyRequest): Deps => depsOf(deps, request);
  const readBalance = createBalanceReader(deps);
  const document = () => (openApi ??= openApiV3(deps.publicUrl));
  app.route({ ...contract.readOpenApi, handler: document });
  app.route({ ...readCollection, handler: () => collectionOf(document()) });
  app.route({ ...contract.readBalance, handler: (request) => readBalance(of(request), keyOf(request).accountId) });
  app.route({ ...contract.findAddresses, handler: (request) => findAddresses(of(request), request.query) });
  app.route({ ...contract.findParcels, handler: (request) => findParcels(of(request), request.query) });
  app.route({
    ...contract.listStatementsV3,
    handler: (request) => listStatements(of(request), { ...request.query, accountId: keyOf(request).accountId }),
  });
  app.route({
    ...contract.readStatementV3,
    handler: (request) => readStatement(of(request), ownedOf(request)),
  });
  app.route({
    ...contract.createAssessment,
    handler: async (request, reply) => {
      const asked = { accountId: keyOf(request).accountId, request: request.body };
      // It changes nothing: the key is optional, and spares the sources.
      if (request.headers['idempotency-key'] === undefined) return assess(of(request), asked);
      const { answer, isReplayed } = await keptOnce<Assessment>(
        of(request),
        { ...attemptOf(request), body: request.body },
        async (keep) => keep(of(request), await assess(of(request), asked)),
      );
      void replayed(reply, isReplayed);
      return answer;
    },
  });
  addIssues(app, of);
  addHandovers(app, of);
  addQuestions(app, of);
  addChecks(app, of);
  addFiles(app, of);
};

type Of = (request: FastifyRequest) => Deps;

function addIssues(app: App, of: Of): void {
  app.route({
    ...contract.createStatementV3,
    handler: async (request, reply) => {
      const asked = { ...attemptOf(request), request: request.body, waitMs: waitOf(request) };
      return answerIssue(reply, await issueStatement(of(request), asked));
    },
  });
  app.route({
    ...followUps.renewStatementV3,
    handler: async (request, reply) => {
      const asked = { ...attemptOf(request), id: idIn(request), waitMs: waitOf(request) };
      return answerIssue(reply, await renew(of(request), asked));
    },
  });
}

function addHandovers(app: App, of: Of): void {
  app.route({
    ...followUps.listHandoversV3,
    handler: (request) => listHandoversOf(of(request), ownedOf(request)),
  });
  app.route({
    ...followUps.readHandoverV3,
    handler: (request) => readHandover(of(request), { ...ownedOf(request), linkId: linkIn(request) }),
  });
  app.route({
    ...followUps.revokeHandoverV3,
    handler: async (request, reply) => {
      const own = { ...ownedOf(request), linkId: linkIn(request) };
      const { answer } = await once(of(request), { request, reply }, (deps) => revoke(deps, own));
      return answer;
    },
  });
  app.route({
    ...followUps.createHandoverV3,
    handler: async (request, reply) => {
      const asked = { ...attemptOf(request), id: idIn(request), request: request.body };
      const { handover, isReplayed } = await handOver(of(request), asked);
      return replayed(reply, isReplayed).status(201).send(handover);
    },
  });
}

function addQuestions(app: App, of: Of): void {
  app.route({
    ...questions.listQuestionsV3,
    handler: (request) => listQuestionsOf(of(request), ownedOf(request)),
  });
  app.route({
    ...questions.answerQuestionsV3,
    handler: async (request, reply) => {
      const asked = { ...attemptOf(request), body: request.body };
      const { answer: statement, isReplayed } = await keptOnce<Statement>(of(request), asked, async (keep) =>
        keep(of(request), await answer(of(request), ownedOf(request), request.body)),
      );
      void replayed(reply, isReplayed);
      return statement;
    },
  });
  app.route({
    ...questions.createAnswerRequestV3,
    handler: async (request, reply) => {
      const asked = { ...attemptOf(request), id: idIn(request), request: request.body };
      const { made, isReplayed } = await ask(of(request), asked);
      return replayed(reply, isReplayed).status(201).send(made);
    },
  });
  app.route({
    ...questions.listAnswerRequestsV3,
    handler: (request) => listRequestsOf(of(request), ownedOf(request)),
  });
}

function addChecks(app: App, of: Of): void {
  app.route({
    ...checks.updateStatementV3,
    handler: (request) => changeDatesV3(of(request), ownedOf(request), request.body),
  });
  app.route({
    ...checks.createCheckV3,
    handler: async (request, reply) => {
      const own = ownedOf(request);
      const { answer } = await once(of(request), { request, reply }, (deps) => askCheckV3(deps, own));
      return reply.status(202).send(answer);
    },
  });
  app.route({
    ...checks.createChecksV3,
    handler: async (request, reply) => {
      const { accountId } = keyOf(request);
      const work = (deps: Deps) => askChecksV3(deps, accountId, request.body.statement_ids);
      const { answer } = await once(of(request), { request, reply }, work);
      return reply.status(202).send(answer);
    },
  });
  app.route({
    ...checks.createPlannedChecksV3,
    handler: async (request, reply) => {
      const { accountId } = keyOf(request);
      const work = (deps: Deps) => askPlannedV3(deps, accountId, request.body.cursor);
      const { answer } = await once(of(request), { request, reply }, work);
      return reply.status(202).send(answer);
    },
  });
  app.route({
    ...checks.listAllChecksV3,
    handler: (request) => listAllChecksV3(of(request), keyOf(request).accountId, request.query),
  });
  app.route({ ...checks.listChecksV3, handler: (request) => listChecksV3(of(request), ownedOf(request)) });
}

function answerIssue(
  reply: FastifyReply,
  { statement, isDone, isReplayed }: Awaited<ReturnType<typeof issueStatement>>,
): FastifyReply {
  void replayed(reply, isReplayed).header('location', `${contract.createStatementV3.url}/${statement.id}`);
  if (isDone) return reply.status(201).send(statement);
  return reply.status(202).header('retry-after', '2').send(statement);
}

/** RFC 7240; in milliseconds. */
function waitOf({ headers: { prefer } }: FastifyRequest): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,3})(?:$|[,;\s])/.exec([prefer].flat().join(',')) ?? [];
  return Math.min(Number(seconds ?? contract.LONGEST_WAIT_S), contract.LONGEST_WAIT_S) * 1000;
}

function addFiles(app: App, of: Of): void {
  app.route({
    ...contract.readDocumentV3,
    handler: async (request, reply) => {
      await requireReady(of(request), ownedOf(request));
      const { pdf, fileName } = await readDocument(of(request), ownedOf(request), {
        isShort: request.query.extent === 'short',
      });
      return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
    },
  });
  app.route({
    ...contract.readFactsV3,
    handler: async (request, reply) => {
      await requireReady(of(request), ownedOf(request));
      const facts = await factsInV3(of(request), ownedOf(request));
      // Sent as bytes: a file of a former format lacks fields of the schema.
      return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(facts)) as never);
    },
  });
  app.route({
    ...contract.readMapV3,
    handler: async (request, reply) => {
      await requireReady(of(request), ownedOf(request));
      return sendFile(reply, await outlinesInV3(of(request), ownedOf(request)));
    },
  });
}

type OfOne = FastifyRequest<{ Params: { statement_id: string } }>;

const idIn = (request: OfOne): number => numberOf(keyOf(request).key.mode, request.params.statement_id);
const linkIn = (request: FastifyRequest<{ Params: { handover_id: string } }>): string =>
  uuidIn(keyOf(request).key.mode, request.params.handover_id);
const ownedOf = (request: OfOne): { accountId: number; id: number } => ({
  accountId: keyOf(request).accountId,
  id: idIn(request),
});
