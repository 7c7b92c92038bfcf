import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulator } from '#simulation.ts';
import { addApi } from './api.ts';
import { addControl } from './control.ts';
import { StripeError } from './errors.ts';
import type { Faults } from './faults.ts';
import { nestedForm } from './form.ts';
import { addPaymentPages } from './payment.ts';
import { expireSessions } from './sessions.ts';
import { createStore, identifier } from './store.ts';
import { createWebhookSender } from './webhooks.ts';
import { API_VERSION, type World } from './world.ts';

export type StripeSettings = {
  /** URL that receives events; without it they are only recorded. */
  webhookUrl?: string | undefined;
  /** Secret that signs them. */
  webhookSecret?: string | undefined;
  /** First wait after a failed delivery; doubles each time. 1 s by default. */
  retryMs?: number;
  /** Duration of a delayed payment. 5 s by default. */
  delayedMs?: number;
  /** Journal of the objects, to survive a restart; in memory only without it. */
  file?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: () => number;
};

const EXPIRY_EVERY_MS = 5_000;

/**
 * Stripe as far as a one-off payment goes: the API below `/v1` (the official SDK can be given another host, but no base
 * path), its hosted page at `/stripe/pay`, signed events, and `/stripe/controle` to decide what happens.
 */
export function stripe(settings: StripeSettings = {}): Simulator {
  const { webhookUrl = null, webhookSecret = 'whsec_simulation', retryMs = 1_000, delayedMs = 5_000 } = settings;
  return async (app) => {
    const store = createStore(settings.file);
    const now = (): number => Math.floor((settings.clock ?? Date.now)() / 1000);
    const webhooks = createWebhookSender({ store, now, url: webhookUrl, secret: webhookSecret, retryMs });
    const world: World = { store, now, cause: { id: null, idempotency_key: null }, deliver: webhooks.deliver };
    const faults: Faults = [];
    for (const event of store.all('event')) if (event.pending_webhooks > 0) webhooks.deliver(event);

    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, nestedForm(String(body))),
    );
    app.addHook('onRequest', async () => expireSessions(world));
    const clock = setInterval(() => expireSessions(world), EXPIRY_EVERY_MS).unref();
    app.addHook('onClose', async () => {
      clearInterval(clock);
      webhooks.close();
    });
    app.register(async (api) => {
      asStripe(api);
      addApi(api, { world, faults });
    });
    addPaymentPages(app, { world, delayedMs });
    addControl(app, { world, webhooks, faults });
  };
}

/** Keys, headers and errors of the real API. */
function asStripe(api: FastifyInstance): void {
  api.addHook('onRequest', async (request, reply) => {
    const version = request.headers['stripe-version'] ?? API_VERSION;
    const key = request.headers['idempotency-key'];
    reply.headers({ 'request-id': identifier('req'), 'stripe-version': version });
    if (key !== undefined) reply.header('idempotency-key', key);
    requireKey(request, reply);
    if (/^\d{4}-\d\d-\d\d(\.\w+)?$/.test(String(version))) return;
    const message = `Invalid Stripe API version: ${String(version)}`;
    throw new StripeError(400, { type: 'invalid_request_error', message });
  });
  api.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeError)) throw error;
    const { code } = error.body;
    const docUrl =
      code === undefined ? {} : { doc_url: `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}` };
    const requestLogUrl = `https://dashboard.stripe.com/test/logs/${String(reply.getHeader('request-id'))}`;
    return reply.code(error.status).send({ error: { ...error.body, ...docUrl, request_log_url: requestLogUrl } });
  });
}

/** Test keys only. */
function requireKey({ headers: { authorization = '' } }: FastifyRequest, reply: FastifyReply): void {
  const [scheme = '', value = ''] = authorization.split(' ');
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value;
  if (/^[sr]k_test_\w+$/.test(key ?? '')) return;
  reply.header('www-authenticate', 'Bearer realm="Stripe"');
  const message =
    value === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${value.slice(0, 8)}***`;
  throw new StripeError(401, { type: 'invalid_request_error', message });
}
