import * as contract from '@clairisque/contract/orders.ts';
import { myCreditPacks, simulatePrice } from '@clairisque/contract/credits.ts';
import type { Deps } from '#deps.ts';
import { readBespoke } from '#domain/credits/bespoke-request.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { buyBespoke, buyPack, giveConsent, priceOf } from './checkout.service.ts';
import { receiveEvent } from './events.service.ts';
import { listBalance, readOrder } from './orders.ts';
import { listWithdrawable, withdraw } from './withdrawal.service.ts';

export const orderRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...myCreditPacks, handler: (request) => listBalance(deps, callerOf(request).accountId) });
  app.route({
    ...simulatePrice,
    handler: async (request, reply) => {
      const read = readBespoke(request.body);
      return 'refusal' in read ? reply.status(400).send({ erreur: read.refusal }) : { prix: priceOf(read.order) };
    },
  });
  addCheckout(app, deps);
  addWithdrawal(app, deps);
  app.route({
    ...contract.stripeWebhook,
    handler: async (request) => {
      // Without a schema the body stays raw: the signature covers the raw bytes.
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(deps, { body, headers: request.headers, origin: callOriginOf(request) });
      return { recu: true };
    },
  });
};

function addCheckout(app: App, deps: Deps): void {
  app.route({
    ...contract.consent,
    handler: async (request, reply) => {
      const { ip } = callOriginOf(request);
      await giveConsent(deps, { accountId: callerOf(request).accountId, ip, version: request.body.version });
      return reply.status(204).send(null);
    },
  });
  app.route({
    ...contract.buyBespoke,
    handler: async (request, reply) => {
      const read = readBespoke(request.body);
      if ('refusal' in read) return reply.status(400).send({ erreur: read.refusal });
      return buyBespoke(deps, callerOf(request).accountId, read.order);
    },
  });
  app.route({
    ...contract.buyPack,
    handler: (request) => buyPack(deps, callerOf(request).accountId, request.params.code),
  });
  app.route({
    ...contract.orderOfSession,
    handler: (request) =>
      readOrder(deps, { accountId: callerOf(request).accountId, pageId: request.params.session_id }),
  });
}

function addWithdrawal(app: App, deps: Deps): void {
  app.route({
    ...contract.withdrawable,
    handler: (request) => listWithdrawable(deps, callerOf(request).accountId),
  });
  app.route({
    ...contract.withdraw,
    handler: async (request) => {
      const { amountCents, at } = await withdraw(deps, {
        accountId: callerOf(request).accountId,
        orderId: request.params.commande,
        name: request.body.nom,
      });
      return { montant: amountCents / 100, recue_le: at.toISOString() };
    },
  });
}
