import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { stripe } from './stripe.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(stripe, { recordings: null, limits: false });
afterAll(() => app.close());

const ORDER =
  'mode=payment&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=1990&line_items[0][price_data][product_data][name]=Pack%205&line_items[0][quantity]=2&success_url=http%3A%2F%2Flocalhost%2Fok&metadata[order]=42';
const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/stripe/v1/checkout/sessions',
    payload,
    headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

it('creates a session from a nested form, and gives it back', async () => {
  const session = (await post(ORDER)).json();
  expect(session).toMatchObject({
    id: expect.stringMatching(/^cs_test_/),
    object: 'checkout.session',
    amount_total: 3980,
    currency: 'eur',
    metadata: { order: '42' },
    status: 'open',
    payment_status: 'unpaid',
    success_url: 'http://localhost/ok',
  });
  const headers = { authorization: 'Bearer sk_test_x' };
  // The official SDK has no base path.
  for (const prefix of ['/stripe/v1', '/v1']) {
    expect((await app.inject({ url: `${prefix}/checkout/sessions/${session.id}`, headers })).json()).toEqual(session);
  }
});

it('repeats an answer for a repeated key, and refuses the key for another order', async () => {
  const key = { 'idempotency-key': 'order-42' };
  expect((await post(ORDER, key)).json().id).toBe((await post(ORDER, key)).json().id);
  const other = await post(ORDER.replace('1990', '2990'), key);
  expect([other.statusCode, other.json()]).toMatchObject([400, { error: { type: 'idempotency_error' } }]);
});

it('errs in the shape of Stripe', async () => {
  expect((await app.inject('/stripe/v1/checkout/sessions/cs_1')).statusCode).toBe(401);
  const unknown = await app.inject({
    url: '/stripe/v1/checkout/sessions/cs_1',
    headers: { authorization: 'Bearer sk_test_x' },
  });
  expect([unknown.statusCode, unknown.json()]).toMatchObject([
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing' } },
  ]);
  const incomplete = await post('mode=payment');
  expect([incomplete.statusCode, incomplete.json()]).toMatchObject([
    400,
    { error: { code: 'parameter_missing', param: 'line_items' } },
  ]);
});
