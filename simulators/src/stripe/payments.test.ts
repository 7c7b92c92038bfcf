import type Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CARDS, grouped } from '../../../tests/harness/payment.ts';
import { openTestCheckout } from './test-checkout.ts';

const till = await openTestCheckout();
afterAll(() => till.close());
beforeEach(() => {
  till.received.length = 0;
});
const { sdk } = till;

const ACCEPTED = grouped(CARDS.accepted);
const AUTHENTICATED = CARDS.authentication;

async function seen({ id }: { id: string }) {
  const session = await sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  return { session, intent, charge: intent?.latest_charge as Stripe.Charge | null };
}

async function paid(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await till.open(more);
  await till.payByCard(session, ACCEPTED);
  await till.types(4);
  till.received.length = 0;
  const { intent, charge } = await seen(session);
  return { session, intent: intent?.id ?? '', charge: charge?.id ?? '' };
}

describe('the hosted page', () => {
  it('shows the order, escaped, in a page without script that may only redirect to the product', async () => {
    const name = 'Pack <b>5</b>';
    const line = { price_data: { currency: 'eur', unit_amount: 123456, product_data: { name } }, quantity: 1 };
    const { url } = await till.open({ line_items: [line], customer_email: 'alice@example.com' });
    const answer = await fetch(url ?? '');
    const body = await answer.text();
    expect(body).toContain('lang="fr"');
    expect(body).toContain('Paiement simulé');
    expect(body).toContain('Pack &#60;b&#62;5&#60;/b&#62;');
    expect(body).toMatch(/1\s234,56\s€/u);
    expect(body).toContain('<strong>alice@example.com</strong>');
    expect(body).toContain('href="http://localhost:8080/RecapitulatifSolde"');
    expect(body).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:8080;");
    expect((await fetch(`${till.url}/stripe/pay/cs_1`)).status).toBe(404);
  });

  it('offers only the methods of the session', async () => {
    const { url } = await till.open({ allowed_payment_method_types: ['card'] });
    expect(await (await fetch(url ?? '')).text()).not.toContain('Paiement différé');
  });

  it('names each wrong field, and does not keep the number', async () => {
    const session = await till.open();
    const answer = await till.submit(`/stripe/pay/${session.id}`, { number: '4970 1000 0000 0154', expiry: '01/20' });
    const body = await answer.text();
    expect(answer.status).toBe(422);
    expect(body).not.toMatch(/4970\s?1/);
    for (const name of ['number', 'expiry', 'code', 'name', 'email'])
      expect(body).toContain(`aria-describedby="${name}-error"`);
    expect(await seen(session)).toMatchObject({ intent: null, session: { status: 'open' } });
  });
});

describe('a billing address', () => {
  it('is required when the session says so, and returned by the SDK', async () => {
    const session = await till.open({ billing_address_collection: 'required' });
    expect(await (await fetch(session.url ?? '')).text()).toContain('Adresse de facturation');
    const fields = { number: ACCEPTED, expiry: '12/34', code: '123', name: 'Alice Martin', email: 'alice@example.com' };
    const place = { line1: '3 rue Haute', postal_code: '25390', city: 'Loray' };
    const refused = await till.submit(`/stripe/pay/${session.id}`, { ...fields, ...place, line1: ' ' });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Saisissez votre adresse.')]);
    await till.submit(`/stripe/pay/${session.id}`, { ...fields, ...place });
    expect(await seen(session)).toMatchObject({
      session: { customer_details: { address: { ...place, country: 'FR' } } },
    });
    await till.types(4);
  });
});

describe('a card', () => {
  it('that is accepted pays, redirects with the session, and cannot pay twice', async () => {
    const session = await till.open();
    const answer = await till.payByCard(session, ACCEPTED);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `http://localhost:8080/ReceptionSolde?session_id=${session.id}`,
    ]);
    expect(await seen(session)).toMatchObject({
      session: {
        status: 'complete',
        payment_status: 'paid',
        url: null,
        customer_details: { email: 'alice@example.com', name: 'Alice Martin' },
      },
      intent: { status: 'succeeded', amount_received: 3000, metadata: { order: '42' } },
      charge: {
        status: 'succeeded',
        paid: true,
        payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } },
      },
    });
    expect((await till.types(4)).toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    expect((await till.payByCard(session, ACCEPTED)).status).toBe(409);
    expect((await sdk.charges.list({ payment_intent: (await seen(session)).intent?.id ?? '' })).data).toHaveLength(1);
  });

  it.each([
    [CARDS.declined, 'generic_decline', 'Votre carte a été refusée.'],
    [CARDS.insufficientFunds, 'insufficient_funds', 'La provision de votre carte est insuffisante.'],
  ])('%s is refused (%s), and another can pay the same session', async (number, declineCode, french) => {
    const session = await till.open();
    const answer = await till.payByCard(session, number);
    expect([answer.status, await answer.text()]).toEqual([402, expect.stringContaining(french)]);
    expect(await seen(session)).toMatchObject({
      session: { status: 'open', payment_status: 'unpaid' },
      intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: declineCode },
      },
      charge: { status: 'failed', paid: false },
    });
    expect(await till.types(3)).toContain('payment_intent.payment_failed');
    await till.payByCard(session, ACCEPTED);
    expect(await seen(session)).toMatchObject({ session: { payment_status: 'paid' }, intent: { status: 'succeeded' } });
  });

  it.each([
    ['confirmer', 303, { status: 'complete', payment_status: 'paid' }],
    ['refuser', 402, { status: 'open', payment_status: 'unpaid' }],
  ])('with 3-D Secure waits for its holder, who may %s', async (reponse, status, expected) => {
    const session = await till.open();
    const asked = await till.payByCard(session, AUTHENTICATED);
    const step = asked.headers.get('location') ?? '';
    expect((await seen(session)).intent).toMatchObject({ status: 'requires_action' });
    expect(await (await fetch(new URL(step, till.url))).text()).toContain('Votre banque vous demande de confirmer');
    expect((await till.submit(step, { reponse })).status).toBe(status);
    expect((await seen(session)).session).toMatchObject(expected);
  });
});

it('can have another amount and currency than requested', async () => {
  const { id } = await till.open();
  await till.control(`sessions/${id}/falsifier`, { amount: '100', currency: 'usd' });
  await till.payByCard({ id }, ACCEPTED);
  expect(await seen({ id })).toMatchObject({
    session: { amount_total: 100, currency: 'usd', payment_status: 'paid' },
    intent: { amount_received: 100, currency: 'usd' },
  });
});

describe('a delayed payment', () => {
  it.each([
    ['succes', 'checkout.session.async_payment_succeeded', { paid: 'paid', intent: 'succeeded' }],
    ['echec', 'checkout.session.async_payment_failed', { paid: 'unpaid', intent: 'requires_payment_method' }],
  ])('completes the session unpaid, then ends: %s', async (issue, event, end) => {
    const session = await till.open({ customer_email: 'alice@example.com' });
    const answer = await till.submit(`/stripe/pay/${session.id}/differe`, { issue });
    expect(answer.headers.get('location')).toContain(session.id);
    const types = await till.types(7);
    const completed = till.received.find(({ type }) => type === 'checkout.session.completed');
    expect(completed?.data.object).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(types).toContain(event);
    expect(await seen(session)).toMatchObject({
      session: { status: 'complete', payment_status: end.paid },
      intent: { status: end.intent },
    });
  });

  it('can wait for a decision, which is taken once', async () => {
    const session = await till.open({ customer_email: 'alice@example.com' });
    await till.submit(`/stripe/pay/${session.id}/differe`, { issue: 'attente' });
    expect((await seen(session)).intent).toMatchObject({ status: 'processing' });
    const decide = () => till.control(`sessions/${session.id}/regler`, { issue: 'succes' });
    expect([(await decide()).status, (await decide()).status]).toEqual([303, 400]);
    expect((await seen(session)).session.payment_status).toBe('paid');
  });
});

describe('a refund', () => {
  it('of a part, then of the rest, and no more', async () => {
    const { intent, charge } = await paid();
    const options = { idempotencyKey: `refund-${intent}` };
    const params = {
      payment_intent: intent,
      amount: 1000,
      reason: 'requested_by_customer',
      metadata: { why: 'M6' },
    } as const;
    const refund = await sdk.refunds.create(params, options);
    expect(refund).toMatchObject({ amount: 1000, charge, status: 'succeeded', metadata: { why: 'M6' } });
    expect(await sdk.refunds.create(params, options)).toEqual(refund);
    await expect(sdk.refunds.create({ charge, amount: 2001 })).rejects.toMatchObject({ param: 'amount' });
    await till.types(2);
    expect(till.received.find(({ type }) => type === 'charge.refunded')).toMatchObject({
      data: { object: { id: charge, amount_refunded: 1000, refunded: false, payment_intent: intent } },
      request: { idempotency_key: options.idempotencyKey },
    });
    await sdk.refunds.create({ payment_intent: intent });
    await expect(sdk.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await sdk.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([2000, 1000]);
    expect(await sdk.refunds.retrieve(refund.id)).toEqual(refund);
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ amount_refunded: 3000, refunded: true });
  });

  it('is refused before anything was paid', async () => {
    const session = await till.open();
    await till.payByCard(session, CARDS.declined);
    const { intent } = await seen(session);
    await expect(sdk.refunds.create({ payment_intent: intent?.id ?? '' })).rejects.toThrow('successful charge');
  });

  it('may be rejected by the bank', async () => {
    const { charge } = await paid();
    const { id } = await sdk.refunds.create({ charge });
    await till.control(`remboursements/${id}/echouer`);
    expect(await till.types(4)).toContain('refund.failed');
    expect(await sdk.refunds.retrieve(id)).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(await sdk.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
  });
});

describe('a dispute', () => {
  it.each([
    ['lost', ['charge.dispute.closed']],
    ['won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
  ])('takes the amount, forbids a refund, and is %s', async (issue, closing) => {
    const { intent, charge } = await paid();
    await till.control(`paiements/${charge}/contester`);
    const [dispute] = (await sdk.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ amount: 3000, charge, payment_intent: intent, status: 'needs_response' });
    await expect(sdk.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    expect((await till.types(2)).toSorted()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    till.received.length = 0;
    await till.control(`contestations/${dispute?.id}/fermer`, { issue });
    expect((await till.types(closing.length)).toSorted()).toEqual(closing);
    expect(await sdk.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: issue });
  });
});
