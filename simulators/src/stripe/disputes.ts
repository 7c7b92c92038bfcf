import type Stripe from 'stripe';
import { identifier, type Charge, type Dispute } from './store.ts';
import { emit, type World } from './world.ts';

const DAYS_TO_ANSWER = 20;

/**
 * The payer disputes the charge with the bank: its amount is withdrawn. Null when it is not paid, or already disputed.
 */
export function createDispute(world: World, charge: Charge): Dispute | null {
  if (charge.status !== 'succeeded' || charge.disputed) return null;
  const created = world.now();
  const dispute: Dispute = {
    id: identifier('dp'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + DAYS_TO_ANSWER * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.store.put({ ...charge, disputed: true });
  world.store.put(dispute);
  emit(world, 'charge.dispute.created', dispute);
  emit(world, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides; false when it already has. */
export function closeDispute(world: World, dispute: Dispute, status: 'won' | 'lost'): boolean {
  if (dispute.status !== 'needs_response') return false;
  const closed: Dispute = { ...dispute, status };
  world.store.put(closed);
  if (status === 'won') emit(world, 'charge.dispute.funds_reinstated', closed);
  emit(world, 'charge.dispute.closed', closed);
  return true;
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
