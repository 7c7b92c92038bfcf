import { randomBytes } from 'node:crypto';
import type { Form } from './stripe-form.ts';

/** Checkout sessions, in memory; each stays `open` and `unpaid`. */
export type Session = Form & { id: string; lineItems: Form[] };
export type SessionStore = {
  /** The same session again for the same idempotency key and form. @throws StripeError */
  create(form: Form, request: { idempotencyKey: string; origin: string }): Session;
  /** @throws StripeError */
  find(id: string): Session;
};

const DAY_SECONDS = 24 * 3600;
const HALF_HOUR_SECONDS = 30 * 60;
const CLOCK_TOLERANCE_SECONDS = 60;

/** Stripe's error: `body` goes under the key `error`. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { type: string; message: string; code?: string; param?: string };
  constructor(status: number, body: StripeError['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function createSessionStore(): SessionStore {
  const sessions = new Map<string, Session>();
  const repeated = new Map<string, { parameters: string; session: Session }>();
  return {
    create(form, { idempotencyKey, origin }) {
      const parameters = JSON.stringify(form);
      const earlier = repeated.get(idempotencyKey);
      if (earlier && earlier.parameters !== parameters) throw reusedKey(idempotencyKey);
      if (earlier) return earlier.session;
      const session = create(form, origin);
      sessions.set(session.id, session);
      repeated.set(idempotencyKey, { parameters, session });
      return session;
    },
    find(id) {
      const session = sessions.get(id);
      if (session) return session;
      const message = `No such checkout.session: ${id}`;
      throw new StripeError(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message,
        param: 'session',
      });
    },
  };
}

/** `cs_test_…`, `req_…`, `li_…` */
export function identifier(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('hex')}`;
}

function reusedKey(key: string): StripeError {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeError(400, { type: 'idempotency_error', message });
}

function create(form: Form, origin: string): Session {
  const created = Math.floor(Date.now() / 1000);
  const lineItems = Object.values((form['line_items'] ?? {}) as Form).map((item) => lineItem(item as Form));
  if (form['mode'] !== 'payment') throw missing('mode');
  if (lineItems.length === 0) throw missing('line_items');
  if (!form['success_url']) throw missing('success_url');
  const total = lineItems.reduce((sum, item) => sum + Number(item['amount_total']), 0);
  const id = identifier('cs_test');
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    created,
    currency: lineItems[0]?.['currency'] ?? null,
    expires_at: expiry(form, created),
    ...copied(form, ['cancel_url', 'client_reference_id', 'customer', 'customer_email', 'locale', 'success_url']),
    customer_details: null,
    invoice: null,
    livemode: false,
    metadata: form['metadata'] ?? {},
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${origin}/stripe/pay/${id}`,
    lineItems,
  };
}

function copied(form: Form, names: string[]): Form {
  return Object.fromEntries(names.map((name) => [name, form[name] ?? null]));
}

function expiry(form: Form, created: number): number {
  const expires = form['expires_at'] === undefined ? created + DAY_SECONDS : Number(form['expires_at']);
  const earliest = created + HALF_HOUR_SECONDS - CLOCK_TOLERANCE_SECONDS;
  if (expires >= earliest && expires <= created + DAY_SECONDS + CLOCK_TOLERANCE_SECONDS) return expires;
  const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
  throw new StripeError(400, { type: 'invalid_request_error', message, param: 'expires_at' });
}

function lineItem(item: Form): Form {
  const price = (item['price_data'] ?? {}) as Form;
  const product = (price['product_data'] ?? {}) as Form;
  const [unit, quantity] = [Number(price['unit_amount']), Number(item['quantity'] ?? 1)];
  if (!Number.isInteger(unit) || unit < 0) throw missing('line_items[0][price_data][unit_amount]');
  return {
    id: identifier('li'),
    object: 'item',
    amount_subtotal: unit * quantity,
    amount_total: unit * quantity,
    currency: price['currency'],
    description: product['name'] ?? null,
    quantity,
  };
}

function missing(param: string): StripeError {
  const message = `Missing required param: ${param}.`;
  return new StripeError(400, { type: 'invalid_request_error', code: 'parameter_missing', message, param });
}
