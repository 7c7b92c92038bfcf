import type Stripe from 'stripe';
import { identifier, type Charge, type PaymentIntent, type Session } from './store.ts';
import type { World } from './world.ts';

/** Means of payment; only the brand and the last four digits of a card are kept. */
export type Means =
  | { type: 'card'; brand: string; last4: string; expiry: { month: number; year: number }; name: string }
  | { type: 'sepa_debit' };

/** The payment intent of a session, created at the first attempt to pay. */
export function newIntent(world: World, session: Session): PaymentIntent {
  const id = identifier('pi');
  return {
    ...UNUSED_INTENT,
    ...session.held.intentData,
    id,
    amount: session.amount_total ?? 0,
    client_secret: `${id}_secret_${identifier('s').slice(2)}`,
    created: world.now(),
    currency: session.currency ?? 'eur',
    payment_method_types: session.payment_method_types,
    status: 'requires_payment_method',
  };
}

/** The charge of one attempt, before it succeeds or fails. */
export function newCharge(
  world: World,
  intent: PaymentIntent,
  payer: { email: string | null; means: Means; address: Stripe.Address },
) {
  const name = payer.means.type === 'card' ? payer.means.name : null;
  return {
    ...UNUSED_CHARGE,
    id: identifier('ch'),
    amount: intent.amount,
    billing_details: { address: payer.address, email: payer.email, name, phone: null, tax_id: null },
    created: world.now(),
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: identifier('pm'),
    payment_method_details: payer.means.type === 'card' ? cardDetails(payer.means) : sepaDetails(),
    receipt_email: intent.receipt_email,
    status: 'pending',
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
  } satisfies Charge as Charge;
}

function cardDetails(card: Extract<Means, { type: 'card' }>): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'FR',
      electronic_commerce_indicator: null,
      exp_month: card.expiry.month,
      exp_year: card.expiry.year,
      fingerprint: identifier('f').slice(2, 18),
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

function sepaDetails(): Stripe.Charge.PaymentMethodDetails {
  const held = {
    bank_code: '20041',
    branch_code: '01005',
    country: 'FR',
    fingerprint: null,
    last4: '2606',
    mandate: null,
  };
  return { type: 'sepa_debit', sepa_debit: held };
}

/** The bank's decision about a charge. */
export function outcome(refusal: { code: string; declineCode: string } | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refusal ? 'declined_by_network' : 'approved_by_network',
    reason: refusal?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: refusal ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: refusal ? 'issuer_declined' : 'authorized',
  };
}

export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Constant fields, so that no key of the real object is missing. */
const UNUSED_INTENT = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: { enabled: false },
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<PaymentIntent>;

const UNUSED_CHARGE = {
  object: 'charge',
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  captured: false,
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  paid: false,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Charge>;
