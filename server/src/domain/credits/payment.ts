import type { PostalAddress } from '#domain/invoice/invoice.ts';

/** Facts from the payment provider, in our terms. Amounts are in cents with VAT. */

export type Checkout = {
  pageId: string;
  orderId: string | null;
  paymentId: string | null;
  amountCents: number | null;
  currency: string | null;
  /** The payer as entered on the payment page. */
  payer: { name: string | null; address: PostalAddress | null };
  /** `pending`: a delayed payment is in progress. */
  state: 'open' | 'pending' | 'paid' | 'failed' | 'expired';
  /** The order as it was when its page was opened, to restore a lost one; null for a page of another site. */
  order: OrderedThen | null;
};

/** Copy of the order that the provider stores with its payment page. */
export type OrderedThen = {
  email: string;
  productCode: string;
  label: string;
  credits: number;
  /** Null: no expiry. */
  months: number | null;
  createdAt: Date;
  consent: Consent | null;
};

/** Consent to the terms of that version; their digest is null when the former version of the program wrote it. */
export type Consent = { version: string; digest: string | null; at: Date };

export type RefundOrDispute = {
  id: string;
  kind: 'refund' | 'dispute';
  amountCents: number;
  /** True for a refund that failed or a dispute that was won; final. */
  undone: boolean;
  /** Idempotency key of `createRefund`, for a refund that we requested. */
  ourKey: string | null;
  at: Date;
};

export type PaymentEvent = {
  id: string;
  kind: string;
  about: 'checkout' | 'payment';
  /** Id of the checkout or payment; null when the event has none, or is one that we ignore. */
  objectId: string | null;
};
