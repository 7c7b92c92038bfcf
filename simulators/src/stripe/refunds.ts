import { invalid, noSuch } from './errors.ts';
import { integer, metadata, oneOf, refuseUnknown, text, type Form } from './form.ts';
import { identifier, type Charge, type Refund } from './store.ts';
import { emit, type World } from './world.ts';

const KNOWN = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'];
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Refunds `amount`, or all that is left of a charge. @throws StripeError */
export function createRefund(world: World, form: Form): Refund {
  refuseUnknown(form, KNOWN);
  const charge = chargeOf(world, form);
  const amount = refundableAmount(world, charge, integer(form, 'amount', 1));
  const refund: Refund = {
    id: identifier('re'),
    object: 'refund',
    amount,
    balance_transaction: identifier('txn'),
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: metadata(form),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: oneOf(form, 'reason', REASONS),
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.store.put(refund);
  emit(world, 'refund.created', refund);
  emit(world, 'charge.refunded', giveBack(world, charge, amount));
  return refund;
}

/** The customer's bank rejects the refund, and the money returns. False unless the refund had succeeded. */
export function failRefund(world: World, refund: Refund): boolean {
  const charge = world.store.find('charge', refund.charge);
  if (refund.status !== 'succeeded' || !charge) return false;
  const failed: Refund = {
    ...refund,
    failure_balance_transaction: identifier('txn'),
    failure_reason: 'lost_or_stolen_card',
    status: 'failed',
  };
  world.store.put(failed);
  giveBack(world, charge, -refund.amount);
  emit(world, 'refund.updated', failed);
  emit(world, 'refund.failed', failed);
  return true;
}

function giveBack(world: World, charge: Charge, amount: number): Charge {
  const refunded = charge.amount_refunded + amount;
  const left: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  world.store.put(left);
  return left;
}

function chargeOf(world: World, form: Form): Charge {
  const intentId = text(form, 'payment_intent');
  const id = intentId === null ? text(form, 'charge') : latestCharge(world, intentId);
  if (id === null) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const charge = world.store.find('charge', id);
  if (!charge) throw noSuch('charge', id, 'charge');
  if (charge.status === 'succeeded') return charge;
  throw invalid(`This PaymentIntent (${charge.payment_intent}) does not have a successful charge to refund.`);
}

function latestCharge(world: World, intentId: string): string {
  const intent = world.store.find('payment_intent', intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  if (intent.latest_charge !== null) return intent.latest_charge;
  throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
}

/** @throws StripeError */
function refundableAmount(world: World, charge: Charge, wanted: number | null): number {
  if (world.store.all('dispute').some((one) => one.charge === charge.id && one.status !== 'won')) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalid(message, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (wanted === null || wanted <= left) return wanted ?? left;
  const [asked, most] = [wanted, left].map((cents) => `${charge.currency} ${(cents / 100).toFixed(2)}`);
  throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${most})`, { param: 'amount' });
}
