import * as contract from '@clairisque/contract/handovers.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf, owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { keepSecret } from '#platform/http/security-headers.ts';
import type { Visit } from './links.service.ts';
import { readReceipt } from './receipt.service.ts';
import { createHandover, listHandovers, mailHandovers, revokeHandover } from './handovers.ts';
import { acknowledgeHandover, downloadHandedOver, openHandover, readHandedOver } from './visit.service.ts';

export const handoverRoutes = (deps: Deps) => async (app: App) => {
  app.addHook('onRequest', keepSecret);
  app.route({
    ...contract.listHandovers,
    handler: (request) => listHandovers(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.createHandover,
    handler: async (request, reply) => {
      const mine = owned(request, request.params.erp_id);
      const { libelle: label, forme: form } = request.body;
      return reply.status(201).send(await createHandover(deps, mine, { label, form }));
    },
  });
  app.route({
    ...contract.mailHandovers,
    handler: async (request, reply) => {
      const mine = owned(request, request.params.erp_id);
      return reply.status(201).send(await mailHandovers(deps, mine, request.body));
    },
  });
  app.route({
    ...contract.revokeHandover,
    handler: (request) => revokeHandover(deps, { accountId: callerOf(request).accountId, id: request.params.lien_id }),
  });
  app.route({
    ...contract.downloadReceipt,
    handler: async (request, reply) =>
      sendPdf(reply, await readReceipt(deps, { accountId: callerOf(request).accountId, id: request.params.recu_id })),
  });
  visitorRoutes(deps, app);
};

/** Calls of who opens a link, without an account. */
function visitorRoutes(deps: Deps, app: App): void {
  app.route({ ...contract.openHandover, handler: (request) => openHandover(deps, visitOf(request)) });
  app.route({
    ...contract.acknowledgeHandover,
    handler: async (request, reply) =>
      reply.status(201).send(await acknowledgeHandover(deps, visitOf(request), request.body)),
  });
  app.route({
    ...contract.readHandedOver,
    handler: (request) => readHandedOver(deps, visitOf(request), request.query.recu),
  });
  app.route({
    ...contract.downloadHandedOver,
    handler: async (request, reply) => sendPdf(reply, await downloadHandedOver(deps, visitOf(request), request.query)),
  });
}

function visitOf({ params, ip }: FastifyRequest<{ Params: { jeton: string } }>): Visit {
  return { token: params.jeton, ip };
}

function sendPdf(reply: FastifyReply, { pdf, fileName }: { pdf: Buffer; fileName: string }): FastifyReply {
  return sendFile(reply, { content: pdf, type: 'application/pdf', fileName });
}
