import type { PostalAddress } from './invoice.ts';

/** What a payment provider says, in our words. Amounts are in cents, TTC. */

export type Checkout = {
  sessionId: string;
  orderId: string | null;
  paymentIntentId: string | null;
  amountCents: number | null;
  currency: string | null;
  /** As he wrote them at the payment page. */
  payer: { name: string | null; address: PostalAddress | null };
  /** `pending`: a delayed payment is on its way. */
  state: 'open' | 'pending' | 'paid' | 'failed' | 'expired';
  /** The order as it was when its page was opened, for a database that has lost it; null for a page of another site. */
  order: OrderedThen | null;
};

/** What the provider keeps of an order with its payment page. */
export type OrderedThen = {
  email: string;
  productCode: string;
  label: string;
  credits: number;
  /** Null: no expiry. */
  months: number | null;
  createdAt: Date;
  consent: { version: string; at: Date } | null;
};

export type GivenBack = {
  id: string;
  kind: 'refund' | 'dispute';
  amountCents: number;
  /** A refund that failed, a dispute that was won: it stays so. */
  undone: boolean;
  /** The key of our own `payBack`, when the refund is ours. */
  ourKey: string | null;
  at: Date;
};

export type PaymentEvent = {
  id: string;
  kind: string;
  about: 'checkout' | 'payment';
  /** The checkout's or the payment's id; null when the event names none, or is none that we act upon. */
  objectId: string | null;
};
