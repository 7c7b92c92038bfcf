import * as contract from '@clairisque/contract/webhooks.v3.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordEvent } from '#features/accounts/accounts.ts';
import { callOriginOf, keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { pageOf, readCursor } from '#platform/http/cursors.ts';
import { readDeliveries, replayDelivery, sendPing } from './deliveries.service.ts';
import { listEndpoints, type OwnEndpoint } from './endpoints.queries.ts';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  requireEndpoint,
  rotateSecret,
  type WithSecret,
} from './endpoints.service.ts';
import { deliveryOf, endpointOf } from './views.rules.ts';

/** API v3. */
export const webhookRoutesV3 = (deps: Deps) => async (app: App) => {
  const shown = ({ endpoint, secret }: WithSecret) => ({ ...endpointOf(endpoint, deps.clock()), secret });
  app.route({
    ...contract.listWebhookEndpoints,
    handler: async (request) => {
      const rows = await listEndpoints(deps.db, keyOf(request).key.spaceId);
      return { data: rows.map((row) => endpointOf(row, deps.clock())) };
    },
  });
  app.route({
    ...contract.createWebhookEndpoint,
    handler: async (request, reply) => {
      const { accountId } = keyOf(request);
      const { url, events: types } = request.body;
      const made = await createEndpoint(deps, { accountId, url, types });
      recordEvent(deps, { kind: 'webhook_created', account: { id: accountId } }, callOriginOf(request));
      return reply.status(201).send(shown(made));
    },
  });
  app.route({
    ...contract.readWebhookEndpoint,
    handler: async (request) => endpointOf(await requireEndpoint(deps, ownOf(request)), deps.clock()),
  });
  app.route({
    ...contract.updateWebhookEndpoint,
    handler: async (request) => {
      const { url, events: types, status } = request.body;
      const changes = { url, types, isWoken: status === 'enabled' };
      return endpointOf(await changeEndpoint(deps, ownOf(request), changes), deps.clock());
    },
  });
  app.route({
    ...contract.deleteWebhookEndpoint,
    handler: async (request, reply) => {
      await removeEndpoint(deps, ownOf(request));
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...contract.rotateWebhookEndpointSecret,
    handler: async (request, reply) =>
      reply.status(201).send(shown(await rotateSecret(deps, ownOf(request), request.body.overlap_hours))),
  });
  addDeliveries(deps, app);
};

function addDeliveries(deps: Deps, app: App): void {
  app.route({
    ...contract.testWebhookEndpoint,
    handler: async (request, reply) => reply.status(201).send(deliveryOf(await sendPing(deps, ownOf(request)))),
  });
  app.route({
    ...contract.listDeliveriesV3,
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const last = readCursor(cursor, DELIVERY);
      const page = { before: last === null ? null : numberOf(last), limit: limit + 1 };
      return pageOf(await readDeliveries(deps, ownOf(request), page), { limit, item: deliveryOf });
    },
  });
  app.route({
    ...contract.replayDeliveryV3,
    handler: async (request, reply) => {
      const replayed = await replayDelivery(deps, ownOf(request), numberOf(request.params.delivery_id));
      return reply.status(201).send(deliveryOf(replayed));
    },
  });
}

const DELIVERY = /^whd_\d{1,15}$/;
const numberOf = (key: string): number => Number(key.slice('whd_'.length));

const ownOf = (request: FastifyRequest): OwnEndpoint => ({
  spaceId: keyOf(request).key.spaceId,
  id: contract.uuidOf((request.params as { endpoint_id: string }).endpoint_id),
});
