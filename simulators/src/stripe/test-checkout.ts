import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import Stripe from 'stripe';
import { stripe, type StripeSettings } from './stripe.ts';

const SECRET = 'whsec_test_till';
const CARD = { expiry: '12/34', code: '123', name: 'Alice Martin', email: 'alice@example.com' };

const ORDER = {
  mode: 'payment',
  locale: 'fr',
  client_reference_id: 'order-42',
  line_items: [
    { price_data: { currency: 'eur', unit_amount: 1500, product_data: { name: 'Pack 5 crédits' } }, quantity: 2 },
  ],
  metadata: { order: '42' },
  payment_intent_data: { metadata: { order: '42' }, description: 'Commande 42' },
  success_url: 'http://localhost:8080/ReceptionSolde?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:8080/RecapitulatifSolde',
} satisfies Stripe.Checkout.SessionCreateParams;

/** For tests: a simulator, the official SDK against it, its pages' forms, and a receiver of webhooks. */
export async function openTestCheckout(settings: StripeSettings = {}) {
  const product = await openProduct();
  const hurried = { webhookUrl: product.url, webhookSecret: SECRET, retryMs: 10, delayedMs: 20, ...settings };
  const app = Fastify({ forceCloseConnections: true });
  app.decorate('slowMs', 400);
  app.register(stripe(hurried), { recordings: null, limits: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { hostname: host, port } = new URL(url);
  const options = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  const sdk = new Stripe('sk_test_till', options);

  /** Posts a form as a browser would, without following redirects. */
  const submit = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(new URL(path, url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
  return {
    ...product,
    sdk,
    url,
    submit,
    control: (action: string, fields: Record<string, string> = {}) => submit(`/stripe/controle/${action}`, fields),
    open: (more: Partial<Stripe.Checkout.SessionCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
      sdk.checkout.sessions.create({ ...ORDER, ...more }, options),
    payByCard: (session: { id: string }, number: string) => submit(`/stripe/pay/${session.id}`, { ...CARD, number }),
    async close(): Promise<void> {
      await app.close();
      product.server.closeAllConnections();
      product.server.close();
    },
  };
}

/** Accepts events whose signature the SDK verifies; returns `answers` one by one, then 200. */
async function openProduct() {
  const received: Stripe.Event[] = [];
  const refused: string[] = [];
  const answers: number[] = [];
  const { webhooks } = new Stripe('sk_test_product');
  const take = async (request: IncomingMessage): Promise<number> => {
    const raw = await text(request);
    try {
      received.push(webhooks.constructEvent(raw, request.headers['stripe-signature'] ?? '', SECRET));
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error));
    }
    return answers.shift() ?? 200;
  };
  const server = createServer(async (request, response) => response.writeHead(await take(request)).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  /** Types of the received events in order, once there are `count`. */
  const types = async (count: number): Promise<string[]> => {
    for (const end = Date.now() + 3_000; received.length < count && Date.now() < end;) await wait(5);
    return received.map(({ type }) => type);
  };
  return { server, url, received, refused, answers, types };
}
