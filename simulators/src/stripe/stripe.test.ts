import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { CARDS } from '../../../tests/harness/payment.ts';
import { openTestCheckout } from './test-checkout.ts';

const till = await openTestCheckout();
afterAll(() => till.close());
const { sdk } = till;

it('creates a session with its lines, metadata and page, and returns it', async () => {
  const session = await till.open({ customer_email: 'alice@example.com' });
  expect(session).toMatchObject({
    id: expect.stringMatching(/^cs_test_/),
    amount_total: 3000,
    client_reference_id: 'order-42',
    currency: 'eur',
    customer_email: 'alice@example.com',
    metadata: { order: '42' },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${till.url}/stripe/pay/${session.id}`,
  });
  expect(session).not.toHaveProperty('line_items');
  const again = await sdk.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
  expect(again.line_items?.data).toMatchObject([
    { description: 'Pack 5 crédits', quantity: 2, amount_total: 3000, price: { unit_amount: 1500 } },
  ]);
  expect((await sdk.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1);
});

it('accepts an existing price', async () => {
  const price = await sdk.prices.create({ currency: 'eur', unit_amount: 790, product_data: { name: '1 crédit' } });
  const session = await till.open({ line_items: [{ price: price.id, quantity: 1 }] });
  expect(session.amount_total).toBe(790);
  await expect(till.open({ line_items: [{ price: 'price_x', quantity: 1 }] })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'line_items[0][price]',
  });
});

it('lists newest first, page by page, and filters', async () => {
  const ids = [];
  for (let index = 0; index < 5; index++) ids.unshift((await till.open()).id);
  const walked = await sdk.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 5 });
  expect(walked.map(({ id }) => id)).toEqual(ids);
  const newer = await sdk.checkout.sessions.list({ limit: 2, ending_before: ids[3] ?? '' });
  expect([newer.has_more, newer.data.map(({ id }) => id)]).toEqual([true, ids.slice(1, 3)]);
  const later = { gt: Math.ceil(Date.now() / 1000) + 10 };
  expect((await sdk.checkout.sessions.list({ created: later })).data).toEqual([]);
});

it('expires a session once, by call', async () => {
  const { id } = await till.open();
  expect(await sdk.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
  await expect(sdk.checkout.sessions.expire(id)).rejects.toThrow('Only Checkout Sessions with a status in ["open"]');
  expect(await (await fetch(`${till.url}/stripe/pay/${id}`)).text()).toContain('Cette page de paiement a expiré');
});

it('expires a session at its expiry time', async () => {
  let hours = 0;
  const slow = await openTestCheckout({ clock: () => Date.now() + hours * 3_600_000 });
  const { id } = await slow.open();
  hours = 25;
  expect((await slow.sdk.checkout.sessions.retrieve(id)).status).toBe('expired');
  expect(await slow.types(1)).toEqual(['checkout.session.expired']);
  await slow.close();
});

describe('a repeated idempotency key', () => {
  it('returns the same response, marked as replayed', async () => {
    const idempotencyKey = 'order-42-once';
    const [first, second] = [await till.open({}, { idempotencyKey }), await till.open({}, { idempotencyKey })];
    expect(second).toEqual(first);
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
  });

  it('is refused for other parameters and for another call', async () => {
    const idempotencyKey = 'order-43';
    await till.open({}, { idempotencyKey });
    await expect(till.open({ locale: 'en' }, { idempotencyKey })).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    await expect(sdk.refunds.create({ charge: 'ch_1' }, { idempotencyKey })).rejects.toThrow('same endpoint');
  });

  it('is refused with 409 while the first call is under way, and free after a call that was refused', async () => {
    const idempotencyKey = 'order-44';
    await till.control('pannes', { panne: 'lenteur' });
    const both = await Promise.allSettled([till.open({}, { idempotencyKey }), till.open({}, { idempotencyKey })]);
    expect(both.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'fulfilled', value: { status: 'open' } },
      { status: 'rejected', reason: { statusCode: 409, code: 'idempotency_key_in_use' } },
    ]);
    await expect(till.open({ locale: 'xx' as 'fr' }, { idempotencyKey: 'k' })).rejects.toThrow('Invalid locale');
    expect((await till.open({}, { idempotencyKey: 'k' })).status).toBe('open');
  });

  it('returns the result of a call whose connection was cut', async () => {
    const before = (await sdk.checkout.sessions.list({ limit: 100 })).data.length;
    await till.control('pannes', { panne: 'coupure' });
    // The SDK retries once.
    const session = await till.open({}, { idempotencyKey: 'order-45' });
    expect(session.lastResponse.headers).toHaveProperty('idempotent-replayed');
    expect((await sdk.checkout.sessions.list({ limit: 100 })).data).toHaveLength(before + 1);
  });
});

describe('errors', () => {
  it('name the parameter', async () => {
    const unit = { currency: 'eur', product_data: { name: 'x' } };
    const refusals: [Partial<Stripe.Checkout.SessionCreateParams>, object][] = [
      [{ line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
      [{ success_url: 'nowhere' }, { code: 'url_invalid', param: 'success_url' }],
      [{ customer_email: 'alice' }, { code: 'email_invalid', param: 'customer_email' }],
      [{ expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: 'expires_at' }],
      [
        { line_items: [{ price_data: { ...unit, unit_amount: 12.5 }, quantity: 1 }] },
        { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
      ],
      [{ line_items: [{ price_data: { ...unit, unit_amount: 20 }, quantity: 1 }] }, { code: 'amount_too_small' }],
      [{ metadata: { note: 'x'.repeat(501) } }, { param: 'metadata' }],
      [{ quantity: 1 } as object, { code: 'parameter_unknown', param: 'quantity' }],
      [{ expand: ['nothing'] }, { param: 'expand' }],
    ];
    for (const [more, refusal] of refusals) {
      await expect(till.open(more)).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        requestId: expect.stringMatching(/^req_/),
        ...refusal,
      });
    }
  });

  it('for an unknown object, a missing or live key, an unknown path', async () => {
    await expect(sdk.checkout.sessions.retrieve('cs_1')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      doc_url: 'https://docs.stripe.com/error-codes#resource-missing',
    });
    for (const authorization of ['', 'Bearer sk_live_x', 'Basic c2tfbGl2ZV94Og==']) {
      const answer = await fetch(`${till.url}/v1/events`, { headers: { authorization } });
      expect([answer.status, await answer.json()]).toMatchObject([401, { error: { type: 'invalid_request_error' } }]);
    }
    await expect(sdk.customers.create({})).rejects.toThrow('Unrecognized request URL (POST: /v1/customers).');
  });

  it('can be triggered, on the control page or by the e-mail address', async () => {
    await till.control('pannes', { panne: 'panne' });
    await expect(till.open()).rejects.toMatchObject({ statusCode: 500 });
    await expect(till.open({ customer_email: 'a+quota-stripe@example.com' })).rejects.toMatchObject({
      type: 'StripeRateLimitError',
    });
    expect((await till.open()).status).toBe('open');
  });
});

it('keeps its state over a restart, even with a truncated journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-'));
  const file = join(folder, 'stripe.jsonl');
  const before = await openTestCheckout({ file });
  const session = await before.open({}, { idempotencyKey: 'once' });
  await before.payByCard(session, CARDS.accepted);
  await before.close();
  appendFileSync(file, '{"id":"cs_test_cut');
  const after = await openTestCheckout({ file });
  expect(await after.sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  expect((await after.open({}, { idempotencyKey: 'once' })).id).toBe(session.id);
  await after.close();
  expect(readFileSync(file, 'utf8')).not.toContain(CARDS.accepted);
  rmSync(folder, { recursive: true });
});

const FIXTURES = resolve(
  fileURLToPath(new URL('../../../', import.meta.url)),
  '../shared/realdata/stripe/fixtures3-subset.json',
);

it.skipIf(!existsSync(FIXTURES))('gives objects every field of the published ones', async () => {
  const fixtures = JSON.parse(readFileSync(FIXTURES, 'utf8')) as Record<string, object>;
  const { id } = await till.open();
  await till.payByCard({ id }, CARDS.accepted);
  const session = await sdk.checkout.sessions.retrieve(id, {
    expand: ['line_items', 'payment_intent.latest_charge.refunds'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;
  const refund = await sdk.refunds.create({ charge: charge.id, amount: 100 });
  await till.control(`paiements/${charge.id}/contester`);
  const [item] = session.line_items?.data ?? [];
  const objects = {
    'checkout.session': session,
    payment_intent: intent,
    charge,
    refund,
    item,
    price: item?.price,
    product: await sdk.products.retrieve(item?.price?.product as string),
    dispute: (await sdk.disputes.list({ charge: charge.id })).data[0],
    event: (await sdk.events.list({ limit: 1 })).data[0],
  };
  for (const [kind, object] of Object.entries(objects)) {
    const missing = Object.keys(fixtures[kind] ?? {}).filter((name) => !(name in (object ?? {})));
    expect([kind, missing]).toEqual([kind, []]);
  }
});
