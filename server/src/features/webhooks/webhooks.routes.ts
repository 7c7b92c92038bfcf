import * as contract from '@clairisque/contract/webhooks.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordEvent } from '#features/accounts/accounts.ts';
import { NO_SANDBOX } from '#features/api-keys/api-keys.ts';
import { findSpace } from '#features/events/events.ts';
import { AppError } from '#platform/app-error.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { modesOf } from './attempts.service.ts';
import { readDeliveries, replayDelivery, sendPing } from './deliveries.service.ts';
import { findEndpoint, listEndpoints, type OwnEndpoint } from './endpoints.queries.ts';
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
  app.route({
    ...contract.listWebhooks,
    handler: async (request) => {
      const spaceId = await findSpace(deps, callerOf(request).accountId);
      if (spaceId === undefined) return [];
      const lists = await Promise.all(
        modesOf(deps).map(async (of) => (await listEndpoints(of.db, spaceId)).map((row) => webhookOf(row, seen(of)))),
      );
      return lists.flat();
    },
  });
  addChanges(deps, app);
  addRotation(deps, app);
  addDeliveries(deps, app);
};

function addChanges(deps: Deps, app: App): void {
  app.route({
    ...contract.createWebhook,
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const { url, evenements: types, mode } = request.body;
      const of = mode === 'live' ? deps : deps.sandbox;
      if (of === null) throw new AppError('conflict', NO_SANDBOX);
      const made = await createEndpoint(of, { accountId, url, types });
      recordEvent(deps, { kind: 'webhook_created', account: { id: accountId } }, callOriginOf(request));
      return reply.status(201).send(shown(of, made));
    },
  });
  app.route({
    ...contract.updateWebhook,
    handler: async (request) => {
      const { url, evenements: types } = request.body;
      const { of, own } = await ownOf(deps, request);
      return webhookOf(await changeEndpoint(of, own, { url, types }), seen(of));
    },
  });
  app.route({
    ...contract.deleteWebhook,
    handler: async (request, reply) => {
      const { of, own } = await ownOf(deps, request);
      await removeEndpoint(of, own);
      return reply.status(204).send(null);
    },
  });
}

function addRotation(deps: Deps, app: App): void {
  app.route({
    ...contract.rotateWebhookSecret,
    handler: async (request, reply) => {
      const { of, own } = await ownOf(deps, request);
      return reply.status(201).send(shown(of, await rotateSecret(of, own, request.body.heures)));
    },
  });
  app.route({
    ...contract.wakeWebhook,
    handler: async (request) => {
      const { of, own } = await ownOf(deps, request);
      return webhookOf(await changeEndpoint(of, own, { isWoken: true }), seen(of));
    },
  });
}

function addDeliveries(deps: Deps, app: App): void {
  app.route({
    ...contract.testWebhook,
    handler: async (request, reply) => {
      const { of, own } = await ownOf(deps, request);
      return reply.status(201).send(envoiOf(await sendPing(of, own), of.mode));
    },
  });
  app.route({
    ...contract.listWebhookDeliveries,
    handler: async (request) => {
      const page = { before: null, limit: contract.SHOWN_DELIVERIES };
      const { of, own } = await ownOf(deps, request);
      return (await readDeliveries(of, own, page)).map((row) => envoiOf(row, of.mode));
    },
  });
  app.route({
    ...contract.replayWebhookDelivery,
    handler: async (request) => {
      const { of, own } = await ownOf(deps, request);
      return envoiOf(await replayDelivery(of, own, Number(request.params.envoi_id)), of.mode);
    },
  });
}

const shown = (of: Deps, { endpoint, secret }: WithSecret) => ({ ...webhookOf(endpoint, seen(of)), secret });
const seen = ({ mode, clock }: Deps) => ({ mode, now: clock() });

/** The caller's webhook, and the dependencies of its mode. */
async function ownOf(deps: Deps, request: FastifyRequest): Promise<{ of: Deps; own: OwnEndpoint }> {
  const spaceId = await findSpace(deps, callerOf(request).accountId);
  if (spaceId === undefined) return notFound();
  const { webhook_id: id } = request.params as { webhook_id: string };
  const own = { spaceId, id: id.toLowerCase() };
  for (const of of modesOf(deps)) if (await findEndpoint(of.db, own)) return { of, own };
  return notFound();
}
