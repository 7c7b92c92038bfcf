import type Stripe from 'stripe';
import type { Outcome } from './cards.ts';
import { newCharge, newIntent, outcome, type Means } from './intents.ts';
import { identifier, type Charge, type PaymentIntent, type Session } from './store.ts';
import { emit, type World } from './world.ts';

export type Refusal = Pick<Extract<Outcome, { kind: 'declined' }>, 'code' | 'declineCode' | 'message'>;
export type Payer = { email: string; means: Means; address: Stripe.Address };

const NOT_AUTHENTICATED: Refusal = {
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_not_handled',
  message: 'The provided payment method has failed authentication.',
};
const NOT_DEBITED: Refusal = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: 'insufficient_funds',
  message: 'The bank account of your customer has insufficient funds.',
};

/** The card is accepted: the session is complete and paid. */
export function pay(world: World, session: Session, payer: Payer): Session {
  const intent = intentOf(world, session);
  const paid = succeed(world, intent, newCharge(world, intent, payer));
  return complete(world, session, { payer, intent: paid, paymentStatus: 'paid' });
}

/** The card is declined: the session stays open for another attempt. */
export function refuse(world: World, session: Session, { payer, refusal }: { payer: Payer; refusal: Refusal }): void {
  const intent = intentOf(world, session);
  world.store.put({ ...session, payment_intent: intent.id });
  fail(world, intent, { charge: newCharge(world, intent, payer), refusal });
}

/** 3-D Secure: the payment intent waits for `authenticate`. */
export function askAuthentication(world: World, session: Session): void {
  const intent = intentOf(world, session);
  const next: Stripe.PaymentIntent.NextAction = {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${session.url}/authentification`, return_url: session.url },
  };
  world.store.put({ ...session, payment_intent: intent.id });
  const waiting: PaymentIntent = { ...intent, status: 'requires_action', next_action: next };
  world.store.put(waiting);
  emit(world, 'payment_intent.requires_action', waiting);
}

/** The customer's answer to 3-D Secure. */
export function authenticate(
  world: World,
  session: Session,
  { payer, agreed }: { payer: Payer; agreed: boolean },
): void {
  if (agreed) pay(world, session, payer);
  else refuse(world, session, { payer, refusal: NOT_AUTHENTICATED });
}

/** A direct debit: the session is complete but unpaid until `settle`. */
export function payLater(world: World, session: Session, debtor: Omit<Payer, 'means'>): Session {
  const payer: Payer = { ...debtor, means: { type: 'sepa_debit' } };
  const intent = intentOf(world, session);
  const charge = newCharge(world, intent, payer);
  world.store.put(charge);
  const processing: PaymentIntent = {
    ...intent,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    status: 'processing',
  };
  world.store.put(processing);
  emit(world, 'charge.pending', charge);
  emit(world, 'payment_intent.processing', processing);
  return complete(world, session, { payer, intent: processing, paymentStatus: 'unpaid' });
}

/** The bank's result of a direct debit; false when none is pending. */
export function settle(world: World, session: Session, succeeded: boolean): boolean {
  const intent = intentOf(world, session);
  const charge = world.store.find('charge', intent.latest_charge);
  if (intent.status !== 'processing' || !charge) return false;
  if (succeeded) succeed(world, intent, charge);
  else fail(world, intent, { charge, refusal: NOT_DEBITED });
  const settled: Session = { ...session, payment_status: succeeded ? 'paid' : 'unpaid' };
  world.store.put(settled);
  emit(world, `checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, settled);
  return true;
}

function intentOf(world: World, session: Session): PaymentIntent {
  const known = world.store.find('payment_intent', session.payment_intent);
  if (known) return known;
  const intent = newIntent(world, session);
  world.store.put(intent);
  emit(world, 'payment_intent.created', intent);
  return intent;
}

function succeed(world: World, intent: PaymentIntent, pending: Charge): PaymentIntent {
  const charge: Charge = {
    ...pending,
    amount_captured: pending.amount,
    balance_transaction: identifier('txn'),
    captured: true,
    outcome: outcome(null),
    paid: true,
    status: 'succeeded',
  };
  const paid: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: 'succeeded',
  };
  world.store.put(charge);
  world.store.put(paid);
  emit(world, 'charge.succeeded', charge);
  emit(world, 'payment_intent.succeeded', paid);
  return paid;
}

function fail(
  world: World,
  intent: PaymentIntent,
  { charge: pending, refusal }: { charge: Charge; refusal: Refusal },
): void {
  const charge: Charge = {
    ...pending,
    failure_code: refusal.code,
    failure_message: refusal.message,
    outcome: outcome(refusal),
    status: 'failed',
  };
  const error = {
    type: 'card_error',
    charge: charge.id,
    code: refusal.code,
    decline_code: refusal.declineCode,
    message: refusal.message,
  } as const;
  const failed: PaymentIntent = {
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  world.store.put(charge);
  world.store.put(failed);
  emit(world, 'charge.failed', charge);
  emit(world, 'payment_intent.payment_failed', failed);
}

function complete(
  world: World,
  session: Session,
  paid: { payer: Payer; intent: PaymentIntent; paymentStatus: 'paid' | 'unpaid' },
): Session {
  const { email, means, address } = paid.payer;
  const completed: Session = {
    ...session,
    customer_details: {
      address,
      business_name: null,
      email,
      individual_name: null,
      name: means.type === 'card' ? means.name : null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_intent: paid.intent.id,
    payment_status: paid.paymentStatus,
    status: 'complete',
    url: null,
  };
  world.store.put(completed);
  emit(world, 'checkout.session.completed', completed);
  return completed;
}
