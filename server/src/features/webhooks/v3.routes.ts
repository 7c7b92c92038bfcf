import * as contract from '@clairisque/contract/webhooks.v3.ts';
import { modeOf, uuidOf } from '@clairisque/contract/common/v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordEvent } from '#features/accounts/accounts.ts';
import { depsOf, NO_SANDBOX, numberOf, uuidIn } from '#features/api-keys/api-keys.ts';
import { once } from '#features/api-v3/api-v3.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { callOriginOf, keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { pageOf, readNumberCursor } from '#platform/http/cursors.ts';
import { modesOf } from './attempts.service.ts';
import { readDeliveries, replayDelivery, sendTest } from './deliveries.service.ts';
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

/** API v3, which the site calls too. Each handler takes the dependencies of the endpoint's mode. */
export const webhookRoutesV3 = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listWebhookEndpoints,
    handler: async (request) => {
      const { spaceId, mode } = keyOf(request).key;
      const lists = await Promise.all(
        seenBy(deps, request).map(async (of) =>
          (await listEndpoints(of.db, spaceId)).map((row) => endpointOf(row, seen(of))),
        ),
      );
      return { mode, data: lists.flat() };
    },
  });
  app.route({
    ...contract.readWebhookEndpoint,
    handler: async (request) => {
      const { of, own } = ownOf(deps, request);
      return endpointOf(await requireEndpoint(of, own), seen(of));
    },
  });
  app.route({
    ...contract.updateWebhookEndpoint,
    handler: async (request) => {
      const { url, events: types, status } = request.body;
      const { of, own } = ownOf(deps, request);
      return endpointOf(await changeEndpoint(of, own, { url, types, isWoken: status === 'enabled' }), seen(of));
    },
  });
  app.route({
    ...contract.deleteWebhookEndpoint,
    handler: async (request, reply) => {
      const { of, own } = ownOf(deps, request);
      await removeEndpoint(of, own);
      return reply.status(204).send(null);
    },
  });
  addSecrets(app, deps);
  addDeliveries(app, deps);
};

/** Kept without the secret, which is derived from that version again. */
type Kept = { endpoint: contract.WebhookEndpoint; version: number };
const kept = (deps: Deps, { endpoint }: WithSecret): Kept => ({
  endpoint: endpointOf(endpoint, seen(deps)),
  version: endpoint.secret_version,
});

function addSecrets(app: App, deps: Deps): void {
  const show = async (
    of: Deps,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (deps: Deps) => Promise<WithSecret>,
  ) => {
    const { answer, isReplayed } = await once(of, { request, reply }, async (deps) => kept(deps, await work(deps)));
    const { endpoint, version: secret_version } = answer;
    const secret = secretOf(await webhooksKey(of.db), { id: uuidOf(endpoint.id), secret_version });
    return { isReplayed, sent: reply.status(201).send({ ...endpoint, secret }) };
  };
  app.route({
    ...contract.createWebhookEndpoint,
    handler: async (request, reply) => {
      const { accountId } = keyOf(request);
      const { url, events: types } = request.body;
      const of = madeIn(deps, request, request.body.mode);
      const made = await show(of, { request, reply }, (deps) => createEndpoint(deps, { accountId, url, types }));
      if (!made.isReplayed) {
        recordEvent(of, { kind: 'webhook_created', account: { id: accountId } }, callOriginOf(request));
      }
      return made.sent;
    },
  });
  app.route({
    ...contract.rotateWebhookEndpointSecret,
    handler: async (request, reply) => {
      const { overlap_hours: hours } = request.body;
      const { of, own } = ownOf(deps, request);
      return (await show(of, { request, reply }, (deps) => rotateSecret(deps, own, hours))).sent;
    },
  });
}

function addDeliveries(app: App, deps: Deps): void {
  app.route({
    ...contract.testWebhookEndpoint,
    handler: async (request, reply) => {
      const { of, own } = ownOf(deps, request);
      const { answer } = await once(of, { request, reply }, async (deps) =>
        deliveryOf(await sendTest(deps, own, request.body.type), deps.mode),
      );
      return reply.status(201).send(answer);
    },
  });
  app.route({
    ...contract.listDeliveriesV3,
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const { of, own } = ownOf(deps, request);
      const page = { before: readNumberCursor(cursor, 'whd', of.mode), limit: limit + 1 };
      const rows = await readDeliveries(of, own, page);
      return { ...pageOf(rows, { limit, item: (row) => deliveryOf(row, of.mode) }), mode: of.mode };
    },
  });
  app.route({
    ...contract.replayDeliveryV3,
    handler: async (request, reply) => {
      const { of, own } = ownOf(deps, request);
      const { answer } = await once(of, { request, reply }, async (deps) =>
        deliveryOf(await replayDelivery(deps, own, numberOf(of.mode, request.params.delivery_id)), deps.mode),
      );
      return reply.status(201).send(answer);
    },
  });
}

const seen = ({ mode, clock }: Deps) => ({ mode, now: clock() });

/** A key sees its own mode, the site both. */
const seenBy = (deps: Deps, request: FastifyRequest): Deps[] =>
  keyOf(request).key.id === null ? modesOf(deps) : [depsOf(deps, request)];

/** The caller's endpoint, in the mode of its id. Throws `id_of_other_mode`. */
function ownOf(deps: Deps, request: FastifyRequest): { of: Deps; own: OwnEndpoint } {
  const { endpoint_id: id } = request.params as { endpoint_id: string };
  const seen = seenBy(deps, request);
  const of = seen.find(({ mode }) => mode === modeOf(id)) ?? seen[0] ?? deps;
  return { of, own: { spaceId: keyOf(request).key.spaceId, id: uuidIn(of.mode, id) } };
}

/** Where an endpoint is made. Throws `invalid_input` for a key of another mode, `conflict` (no sandbox). */
function madeIn(deps: Deps, request: FastifyRequest, mode: Deps['mode'] | undefined): Deps {
  const { key } = keyOf(request);
  if (key.id === null) {
    const of = mode === 'test' ? deps.sandbox : deps;
    if (of === null) throw new AppError('conflict', NO_SANDBOX);
    return of;
  }
  if (mode !== undefined && mode !== key.mode) throw otherMode();
  return depsOf(deps, request);
}

function otherMode(): AppError {
  const detail = 'Une clé crée des webhooks de son propre mode.';
  const error = { pointer: '/mode', title: 'This is not the mode of the key.', detail };
  return new DetailedError('invalid_input', detail, { errors: [error] });
}
