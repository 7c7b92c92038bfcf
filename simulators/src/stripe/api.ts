import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { noSuch, StripeError } from './errors.ts';
import { failIfAsked, takeFault, type Faults } from './faults.ts';
import { given, list, nestedForm, type Form } from './form.ts';
import { earlierAnswer, repeat, repeatable } from './idempotency.ts';
import { createPrice, createProduct } from './line-items.ts';
import { expanded, listOf } from './lists.ts';
import { createRefund } from './refunds.ts';
import { createSession, expireSession, findSession, lineItemList } from './sessions.ts';
import type { Kind } from './store.ts';
import type { World } from './world.ts';

/** One call: its parameters, from the body or the query; the `id` of its path; the base URL of the pages. */
type Call = { world: World; form: Form; id: string; origin: string };

/** The simulated calls. Their results are expanded as `expand[]` says. */
const CALLS: Record<string, (call: Call) => object> = {
  'POST /v1/checkout/sessions': ({ world, form, origin }) => createSession(world, form, origin),
  'GET /v1/checkout/sessions': (call) =>
    listing(call, 'checkout.session', ['payment_intent', 'status', 'customer_details[email]']),
  'GET /v1/checkout/sessions/:id': ({ world, id }) => findSession(world, id),
  'GET /v1/checkout/sessions/:id/line_items': ({ world, id }) => lineItemList(findSession(world, id)),
  'POST /v1/checkout/sessions/:id/expire': ({ world, id }) => expireSession(world, id),
  'GET /v1/payment_intents': (call) => listing(call, 'payment_intent', []),
  'GET /v1/payment_intents/:id': (call) => one(call, 'payment_intent'),
  'GET /v1/charges': (call) => listing(call, 'charge', ['payment_intent']),
  'GET /v1/charges/:id': (call) => one(call, 'charge'),
  'POST /v1/refunds': ({ world, form }) => createRefund(world, form),
  'GET /v1/refunds': (call) => listing(call, 'refund', ['payment_intent', 'charge']),
  'GET /v1/refunds/:id': (call) => one(call, 'refund'),
  'GET /v1/disputes': (call) => listing(call, 'dispute', ['payment_intent', 'charge']),
  'GET /v1/disputes/:id': (call) => one(call, 'dispute'),
  'GET /v1/events': (call) => listing(call, 'event', ['type']),
  'GET /v1/events/:id': (call) => one(call, 'event'),
  'POST /v1/products': ({ world, form }) => createProduct(world, form),
  'GET /v1/products/:id': (call) => one(call, 'product'),
  'POST /v1/prices': ({ world, form }) => createPrice(world, form),
  'GET /v1/prices/:id': (call) => one(call, 'price'),
};

function one({ world, id }: Call, kind: Kind): object {
  const object = world.store.find(kind, id);
  if (object) return object;
  throw noSuch(kind, id);
}

/** @param filters parameters that must equal the field of that name when given */
function listing({ world, form }: Call, kind: Kind, filters: string[]): object {
  const url = `/v1/${PATHS[kind] ?? `${kind}s`}`;
  const types = list(form, 'types');
  const keeps = (object: Form): boolean =>
    filters.every((name) => given(form, name) === undefined || given(form, name) === given(object, name)) &&
    (types.length === 0 || types.includes(String(object['type'])));
  return listOf(world.store, form, { kind, url, keeps });
}

const PATHS: Partial<Record<Kind, string>> = { 'checkout.session': 'checkout/sessions' };

/** Registers the calls, with their key, idempotency and faults. */
export function addApi(app: FastifyInstance, { world, faults }: { world: World; faults: Faults }): void {
  const busy = new Map<string, string>();
  const answer = async (request: FastifyRequest, reply: FastifyReply, call: (call: Call) => object) => {
    const form = formOf(request);
    const repeated = repeatable(request, form);
    const earlier = repeated && earlierAnswer(world.store, repeated, busy);
    if (earlier) return repeat(reply, earlier);
    const fault = takeFault(faults, form);
    failIfAsked(fault);
    if (repeated) busy.set(repeated.key, repeated.parameters);
    try {
      if (fault === 'lenteur') await wait(app.slowMs);
      const requestId = String(reply.getHeader('request-id'));
      const cause = { id: requestId, idempotency_key: repeated?.key ?? null };
      const body = execute({ ...world, cause }, request, call);
      // Refused calls have no effect: their key stays free.
      if (repeated) world.store.put({ ...repeated, id: repeated.key, object: 'answer', body, requestId });
      return fault === 'coupure' ? cut(request, reply) : reply.type('application/json').send(body);
    } finally {
      if (repeated) busy.delete(repeated.key);
    }
  };
  for (const [route, call] of Object.entries(CALLS)) {
    const [method, url = ''] = route.split(' ');
    app.route({ method: method as HTTPMethods, url, handler: (request, reply) => answer(request, reply, call) });
  }
  app.all('/v1/*', async ({ method, url }) => {
    const message = `Unrecognized request URL (${method}: ${url}).`;
    throw new StripeError(404, { type: 'invalid_request_error', message });
  });
}

function execute(world: World, request: FastifyRequest, call: (call: Call) => object): string {
  const { id = '' } = request.params as { id?: string };
  const form = formOf(request);
  const object = call({ world, form, id, origin: `${request.protocol}://${request.host}` });
  return JSON.stringify(expanded(world.store, object as Form, form));
}

function formOf(request: FastifyRequest): Form {
  if (request.method === 'POST') return (request.body ?? {}) as Form;
  return nestedForm(request.url.split('?')[1] ?? '');
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy();
  return reply.hijack();
}
