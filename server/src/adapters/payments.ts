import type { Checkout, GivenBack, OrderedThen, PaymentEvent } from '#domain/payment.ts';

/** A payment provider in our words; `stripe.ts` is the one. Amounts are in cents, TTC. */
export type Payments = {
  /** Opens the payment page of an order, once: asked again, it answers the same page. */
  openCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** What has become of a payment page, as the provider knows it now; null when it is none of its own. */
  readCheckout(sessionId: string): Promise<Checkout | null>;
  /** Every refund and dispute of a payment. */
  readGivenBack(paymentIntentId: string): Promise<GivenBack[]>;
  /** Pays back a part of a payment, once for a `key`. */
  payBack(refund: { paymentIntentId: string; amountCents: number; key: string }): Promise<void>;
  /** The event of a notification whose signature holds on the raw body; null when it does not. */
  readEvent(body: Buffer, signature: string): PaymentEvent | null;
  /** An event by its number; null when the provider has none such. */
  findEvent(id: string): Promise<PaymentEvent | null>;
  /** Events that we act upon, newest first. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
};

type CheckoutOrder = OrderedThen & {
  id: string;
  amountCents: number;
  /** Where the buyer comes back to when he gives up, with its leading slash. */
  cancelPath: string;
};
