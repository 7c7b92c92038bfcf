import * as contract from '@clairisque/contract/checks.ts';
import * as deeds from '@clairisque/contract/checks.dates.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '#deps.ts';
import { countToCheck } from '#features/statements/statements.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { keepSecret } from '#platform/http/security-headers.ts';
import {
  askByLink,
  askByReference,
  askCheck,
  changeDates,
  listChecks,
  readAttestation,
  readByReference,
  readDates,
  readPublicAttestation,
  verifyAttestation,
} from './checks.ts';
import { askChecks, type Answered } from './portfolio.service.ts';
import { timelineOf } from './timeline.service.ts';

export const checkRoutes = (deps: Deps) => async (app: App) => {
  ownersRoutes(deps, app);
  visitorsRoutes(deps, app);
};

function ownersRoutes(deps: Deps, app: App): void {
  app.route({ ...deeds.readDates, handler: (request) => readDates(deps, owned(request, request.params.erp_id)) });
  app.route({
    ...deeds.changeDates,
    handler: (request) => changeDates(deps, owned(request, request.params.erp_id), request.body),
  });
  app.route({ ...contract.listChecks, handler: (request) => listChecks(deps, owned(request, request.params.erp_id)) });
  app.route({
    ...contract.askCheck,
    handler: async (request, reply) => {
      const { view, isNew } = await askCheck(deps, owned(request, request.params.erp_id));
      return reply.status(isNew ? 202 : 200).send(view);
    },
  });
  app.route({
    ...contract.askChecks,
    handler: async (request) => {
      const { accountId } = callerOf(request);
      const answered = await askChecks(deps, { accountId, ids: request.body.etats, origin: 'owner' });
      return { resultats: answered.map(inSelection) };
    },
  });
  app.route({
    ...contract.countToCheck,
    handler: async (request) => ({ a_verifier: await countToCheck(deps, callerOf(request).accountId) }),
  });
  app.route({
    ...contract.downloadAttestation,
    handler: async (request, reply) => {
      const { erp_id, controle_id } = request.params;
      return sendPdf(reply, await readAttestation(deps, owned(request, erp_id), Number(controle_id)));
    },
  });
  app.route({
    ...contract.readTimeline,
    handler: (request) => timelineOf(deps, owned(request, request.params.erp_id)),
  });
}

const inSelection = ({ id, check, refusal }: Answered) => ({
  etat: id,
  controle: check,
  refus: check === null ? (refusal ?? 'Pas trouvé.') : null,
});

function visitorsRoutes(deps: Deps, app: App): void {
  app.route({
    ...contract.askCheckByReference,
    handler: async (request, reply) => {
      const { view, isNew } = await askByReference(deps, { reference: request.params.reference, ip: request.ip });
      return reply.status(isNew ? 202 : 200).send(view);
    },
  });
  app.route({
    ...contract.readCheckByReference,
    handler: (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return readByReference(deps, { reference: request.params.reference, ip: request.ip });
    },
  });
  app.route({
    ...contract.askCheckByLink,
    onRequest: keepSecret,
    handler: async (request, reply) => {
      const { view, isNew } = await askByLink(deps, { token: request.params.jeton, ip: request.ip });
      return reply.status(isNew ? 202 : 200).send(view);
    },
  });
  app.route({
    ...contract.verifyAttestation,
    handler: (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return verifyAttestation(deps, { reference: request.params.reference, ip: request.ip });
    },
  });
  app.route({
    ...contract.downloadVerifiedAttestation,
    handler: async (request, reply) =>
      sendPdf(reply, await readPublicAttestation(deps, { reference: request.params.reference, ip: request.ip })),
  });
}

const sendPdf = (reply: FastifyReply, { pdf, fileName }: { pdf: Buffer; fileName: string }): FastifyReply =>
  sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
