import type { IncomingHttpHeaders } from 'node:http';
import type { Checkout, RefundOrDispute, OrderedThen, PaymentEvent } from '#domain/credits/payment.ts';

/** A payment provider in our terms, implemented by `stripe.ts`. Amounts are in cents, VAT included. */
export type Payments = {
  /** The provider's name, for the support. */
  name: string;
  /** Opens the payment page of an order. Idempotent: returns the same page again. */
  openCheckout(order: CheckoutOrder): Promise<{ pageId: string; url: string }>;
  /** Present state of a payment page at the provider; null for an unknown page. */
  readCheckout(pageId: string): Promise<Checkout | null>;
  /** Every refund and dispute of a payment. */
  readRefundsAndDisputes(paymentId: string): Promise<RefundOrDispute[]>;
  /** Refunds part of a payment, once per `key`. */
  createRefund(refund: { paymentId: string; amountCents: number; key: string }): Promise<void>;
  /** The event of a notification whose headers hold a valid signature of the raw body; null otherwise. */
  readEvent(body: Buffer, headers: IncomingHttpHeaders): PaymentEvent | null;
  /** An event by its number; null for an unknown one, or another text. */
  findEvent(id: string): Promise<PaymentEvent | null>;
  /** The events that we handle, newest first. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
};

type CheckoutOrder = OrderedThen & {
  id: string;
  amountCents: number;
  /** Return path of a buyer who gives up, with its leading slash. */
  cancelPath: string;
};
