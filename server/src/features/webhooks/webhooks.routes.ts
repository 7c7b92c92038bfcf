import * as contract from '@clairisque/contract/webhooks.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordEvent } from '#features/accounts/accounts.ts';
import { findSpace } from '#features/events/events.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { readDeliveries, replayDelivery, sendPing } from './deliveries.service.ts';
import { listEndpoints, type OwnEndpoint } from './endpoints.queries.ts';
import {
  changeEndpoint,
  createEndpoint,
  notFound,
  removeEndpoint,
  rotateSecret,
  type WithSecret,
} from './endpoints.service.ts';
import { envoiOf, webhookOf } from './views.rules.ts';

/** The site's own calls. */
export const webhookRoutes = (deps: Deps) => async (app: App) => {
  const shown = ({ endpoint, secret }: WithSecret) => ({ ...webhookOf(endpoint, deps.clock()), secret });
  app.route({
    ...contract.listWebhooks,
    handler: async (request) => {
      const spaceId = await findSpace(deps.db, callerOf(request).accountId);
      const rows = spaceId === undefined ? [] : await listEndpoints(deps.db, spaceId);
      return rows.map((row) => webhookOf(row, deps.clock()));
    },
  });
  app.route({
    ...contract.createWebhook,
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const { url, evenements: types } = request.body;
      const made = await createEndpoint(deps, { accountId, url, types });
      recordEvent(deps, { kind: 'webhook_created', account: { id: accountId } }, callOriginOf(request));
      return reply.status(201).send(shown(made));
    },
  });
  app.route({
    ...contract.updateWebhook,
    handler: async (request) => {
      const { url, evenements: types } = request.body;
      const changed = await changeEndpoint(deps, await ownOf(deps, request), { url, types });
      return webhookOf(changed, deps.clock());
    },
  });
  app.route({
    ...contract.deleteWebhook,
    handler: async (request, reply) => {
      await removeEndpoint(deps, await ownOf(deps, request));
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...contract.rotateWebhookSecret,
    handler: async (request, reply) => {
      const rotated = await rotateSecret(deps, await ownOf(deps, request), request.body.heures);
      return reply.status(201).send(shown(rotated));
    },
  });
  app.route({
    ...contract.wakeWebhook,
    handler: async (request) =>
      webhookOf(await changeEndpoint(deps, await ownOf(deps, request), { isWoken: true }), deps.clock()),
  });
  addDeliveries(deps, app);
};

function addDeliveries(deps: Deps, app: App): void {
  app.route({
    ...contract.testWebhook,
    handler: async (request, reply) =>
      reply.status(201).send(envoiOf(await sendPing(deps, await ownOf(deps, request)))),
  });
  app.route({
    ...contract.listWebhookDeliveries,
    handler: async (request) => {
      const page = { before: null, limit: contract.SHOWN_DELIVERIES };
      return (await readDeliveries(deps, await ownOf(deps, request), page)).map(envoiOf);
    },
  });
  app.route({
    ...contract.replayWebhookDelivery,
    handler: async (request) =>
      envoiOf(await replayDelivery(deps, await ownOf(deps, request), Number(request.params.envoi_id))),
  });
}

async function ownOf(deps: Deps, request: FastifyRequest): Promise<OwnEndpoint> {
  const spaceId = await findSpace(deps.db, callerOf(request).accountId);
  const { webhook_id: id } = request.params as { webhook_id: string };
  return spaceId === undefined ? notFound() : { spaceId, id: id.toLowerCase() };
}
