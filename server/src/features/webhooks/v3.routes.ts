import * as contract from '@clairisque/contract/webhooks.v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordEvent } from '#features/accounts/accounts.ts';
import { depsOf } from '#features/api-keys/api-keys.ts';
import { once } from '#features/api-v3/api-v3.ts';
import { callOriginOf, keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { pageOf, readNumberCursor } from '#platform/http/cursors.ts';
import { readDeliveries, replayDelivery, sendPing } from './deliveries.service.ts';
import { listEndpoints, webhooksKey, type OwnEndpoint } from './endpoints.queries.ts';
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  requireEndpoint,
  rotateSecret,
  type WithSecret,
} from './endpoints.service.ts';
import { secretOf } from './secret.rules.ts';
import { deliveryOf, endpointOf } from './views.rules.ts';

type Of = (request: FastifyRequest) => Deps;

/** API v3. Each handler takes its dependencies from `of`: those of a test key are others. */
export const webhookRoutesV3 = (deps: Deps) => async (app: App) => {
  const of: Of = (request) => depsOf(deps, request);
  app.route({
    ...contract.listWebhookEndpoints,
    handler: async (request) => {
      const { db, mode } = of(request);
      const rows = await listEndpoints(db, keyOf(request).key.spaceId);
      return { mode, data: rows.map((row) => endpointOf(row, seen(of(request)))) };
    },
  });
  app.route({
    ...contract.readWebhookEndpoint,
    handler: async (request) => endpointOf(await requireEndpoint(of(request), ownOf(request)), seen(of(request))),
  });
  app.route({
    ...contract.updateWebhookEndpoint,
    handler: async (request) => {
      const { url, events: types, status } = request.body;
      const changes = { url, types, isWoken: status === 'enabled' };
      return endpointOf(await changeEndpoint(of(request), ownOf(request), changes), seen(of(request)));
    },
  });
  app.route({
    ...contract.deleteWebhookEndpoint,
    handler: async (request, reply) => {
      await removeEndpoint(of(request), ownOf(request));
      return reply.status(204).send(null);
    },
  });
  addSecrets(app, of);
  addDeliveries(app, of);
};

/** Kept without the secret, which is derived from that version again. */
type Kept = { endpoint: contract.WebhookEndpoint; version: number };
const kept = (deps: Deps, { endpoint }: WithSecret): Kept => ({
  endpoint: endpointOf(endpoint, seen(deps)),
  version: endpoint.secret_version,
});

function addSecrets(app: App, of: Of): void {
  const show = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (deps: Deps) => Promise<WithSecret>,
  ) => {
    const { answer, isReplayed } = await once(of(request), { request, reply }, async (deps) =>
      kept(deps, await work(deps)),
    );
    const { endpoint, version: secret_version } = answer;
    const secret = secretOf(await webhooksKey(of(request).db), { id: contract.uuidOf(endpoint.id), secret_version });
    return { isReplayed, sent: reply.status(201).send({ ...endpoint, secret }) };
  };
  app.route({
    ...contract.createWebhookEndpoint,
    handler: async (request, reply) => {
      const { accountId } = keyOf(request);
      const { url, events: types } = request.body;
      const made = await show({ request, reply }, (deps) => createEndpoint(deps, { accountId, url, types }));
      if (!made.isReplayed)
        recordEvent(of(request), { kind: 'webhook_created', account: { id: accountId } }, callOriginOf(request));
      return made.sent;
    },
  });
  app.route({
    ...contract.rotateWebhookEndpointSecret,
    handler: async (request, reply) => {
      const { overlap_hours: hours } = request.body;
      return (await show({ request, reply }, (deps) => rotateSecret(deps, ownOf(request), hours))).sent;
    },
  });
}

function addDeliveries(app: App, of: Of): void {
  app.route({
    ...contract.testWebhookEndpoint,
    handler: async (request, reply) => {
      const { answer } = await once(of(request), { request, reply }, async (deps) =>
        deliveryOf(await sendPing(deps, ownOf(request)), deps.mode),
      );
      return reply.status(201).send(answer);
    },
  });
  app.route({
    ...contract.listDeliveriesV3,
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const page = { before: readNumberCursor(cursor, 'whd'), limit: limit + 1 };
      const { mode } = of(request);
      const rows = await readDeliveries(of(request), ownOf(request), page);
      return { ...pageOf(rows, { limit, item: (row) => deliveryOf(row, mode) }), mode };
    },
  });
  app.route({
    ...contract.replayDeliveryV3,
    handler: async (request, reply) => {
      const { answer } = await once(of(request), { request, reply }, async (deps) =>
        deliveryOf(await replayDelivery(deps, ownOf(request), numberOf(request.params.delivery_id)), deps.mode),
      );
      return reply.status(201).send(answer);
    },
  });
}

const numberOf = (key: string): number => Number(key.slice('whd_'.length));
const seen = ({ mode, clock }: Deps) => ({ mode, now: clock() });

const ownOf = (request: FastifyRequest): OwnEndpoint => ({
  spaceId: keyOf(request).key.spaceId,
  id: contract.uuidOf((request.params as { endpoint_id: string }).endpoint_id),
});
