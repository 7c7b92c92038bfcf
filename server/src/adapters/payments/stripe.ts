import Stripe from 'stripe';
import type { PostalAddress } from '#domain/invoice/invoice.ts';
import type { Checkout, RefundOrDispute, PaymentEvent } from '#domain/credits/payment.ts';
import type { Payments } from './payments.ts';
import { keptOrder, readKeptOrder } from './stripe-metadata.ts';

/** A buyer waits for the first call, a job retries the others. */
const TIMEOUT_MS = 15_000;
/** Stripe allows 30 minutes to 24 hours for a payment page. */
const PAGE_LIFE_S = 2 * 3600;
/** The events that we handle; others are acknowledged and ignored. */
const EVENT_KINDS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
];

/**
 * Stripe Checkout through the official SDK, at the API version that it pins. `baseUrl` is Stripe's or the simulator's.
 * Every verb throws the SDK's `StripeError` when Stripe refuses or fails.
 */
export function createStripe(options: {
  baseUrl: string;
  secretKey: string;
  webhookSecret: string;
  publicUrl: string;
}): Payments {
  const { protocol, hostname, port } = new URL(options.baseUrl);
  const stripe = new Stripe(options.secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  return {
    name: 'Stripe',
    openCheckout: (order) => openCheckout(stripe, options.publicUrl, order),
    readCheckout: (pageId) => readCheckout(stripe, options.publicUrl, pageId),
    findEvent: (id) => findEvent(stripe, id),
    readRefundsAndDisputes: (paymentId) => readRefundsAndDisputes(stripe, paymentId),
    async createRefund({ paymentId, amountCents, key }) {
      await stripe.refunds.create(
        { payment_intent: paymentId, amount: amountCents, metadata: { key } },
        { idempotencyKey: key },
      );
    },
    readEvent(body, headers) {
      try {
        return eventOf(stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', options.webhookSecret));
      } catch {
        return null;
      }
    },
    async *eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const event of stripe.events.list({ created, types: EVENT_KINDS, limit: 100 })) yield eventOf(event);
    },
  };
}

const openCheckout = async (
  stripe: Stripe,
  publicUrl: string,
  order: Parameters<Payments['openCheckout']>[0],
): ReturnType<Payments['openCheckout']> => {
  const metadata = { order_id: order.id, ...keptOrder(order, publicUrl) };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      locale: 'fr',
      client_reference_id: order.id,
      customer_email: order.email,
      // Required for an invoice (art. 242 nonies A, 1° de l'annexe II au CGI); few profiles have it.
      billing_address_collection: 'required',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: order.amountCents, product_data: { name: order.label } },
        },
      ],
      metadata,
      payment_intent_data: { metadata },
      // Placeholder of Stripe, which writes the session's id there.
      success_url: `${publicUrl}/ReceptionSolde?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}${order.cancelPath}`,
      expires_at: Math.floor(order.createdAt.getTime() / 1000) + PAGE_LIFE_S,
    },
    // A retry, even after a crash, returns the same session.
    { idempotencyKey: `order-${order.id}` },
  );
  if (session.url === null) throw new Error(`checkout session ${session.id} has no page`);
  return { pageId: session.id, url: session.url };
};

const readCheckout = async (stripe: Stripe, publicUrl: string, pageId: string): Promise<Checkout | null> => {
  try {
    const session = await stripe.checkout.sessions.retrieve(pageId, { expand: ['payment_intent'] });
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    return {
      pageId: session.id,
      orderId: session.metadata?.['order_id'] ?? null,
      paymentId: intent?.id ?? null,
      amountCents: session.amount_total,
      currency: session.currency,
      payer: payerOf(session.customer_details),
      state: stateOf(session, intent),
      order: readKeptOrder(session, publicUrl),
    };
  } catch (error) {
    return nullWhenUnknown(error);
  }
};

const findEvent = async (stripe: Stripe, id: string): Promise<PaymentEvent | null> => {
  if (!id.startsWith('evt_')) return null;
  try {
    return eventOf(await stripe.events.retrieve(id));
  } catch (error) {
    return nullWhenUnknown(error);
  }
};

function nullWhenUnknown(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
  throw error;
}

function payerOf(details: Stripe.Checkout.Session['customer_details']): Checkout['payer'] {
  return { name: details?.name || null, address: addressOf(details?.address) };
}

function addressOf(given: Stripe.Address | null | undefined): PostalAddress | null {
  if (!given) return null;
  const { line1, line2, postal_code: postcode, city } = given;
  const lines = [line1, line2].flatMap((line) => line || []);
  if (lines.length === 0 && !postcode && !city) return null;
  return { lines, postcode, city, country: given.country ?? 'FR' };
}

function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Checkout['state'] {
  if (session.payment_status === 'paid') return 'paid';
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'open';
  // Complete and unpaid: a delayed means of payment, pending or refused by the bank.
  const refused = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return refused ? 'failed' : 'pending';
}

const readRefundsAndDisputes = async (stripe: Stripe, paymentId: string): Promise<RefundOrDispute[]> => {
  const given: RefundOrDispute[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    given.push({
      id: refund.id,
      kind: 'refund',
      amountCents: refund.amount,
      undone: refund.status === 'failed' || refund.status === 'canceled',
      ourKey: refund.metadata?.['key'] ?? null,
      at: instant(refund.created),
    });
  }
  for await (const dispute of stripe.disputes.list({ payment_intent: paymentId, limit: 100 })) {
    given.push({
      id: dispute.id,
      kind: 'dispute',
      amountCents: dispute.amount,
      undone: dispute.status === 'won' || dispute.status === 'warning_closed',
      ourKey: null,
      at: instant(dispute.created),
    });
  }
  return given;
};

function eventOf(event: Stripe.Event): PaymentEvent {
  const about = event.type.startsWith('checkout.session.') ? 'checkout' : 'payment';
  const id: unknown = Reflect.get(event.data.object, about === 'checkout' ? 'id' : 'payment_intent');
  const isOurs = EVENT_KINDS.includes(event.type) && typeof id === 'string';
  return { id: event.id, kind: event.type, about, objectId: isOurs ? id : null };
}

const instant = (seconds: number): Date => new Date(seconds * 1000);
