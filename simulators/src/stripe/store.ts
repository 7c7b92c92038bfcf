import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';

/** Objects of an account by kind, in Stripe's wire format. */
export type Tables = {
  'checkout.session': Session;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  price: Price;
  product: Stripe.Product;
  event: StoredEvent;
  answer: Answer;
};
export type Kind = keyof Tables;

/** The SDK's types, always with ids where it allows expanded objects. */
type WithIds<T, Ids extends keyof T> = Omit<T, Ids> & Record<Ids, string | null>;
export type PaymentIntent = WithIds<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'>;
export type Charge = WithIds<Stripe.Charge, 'payment_intent'>;
export type Refund = WithIds<Stripe.Refund, 'charge' | 'payment_intent'>;
export type Dispute = WithIds<Stripe.Dispute, 'charge' | 'payment_intent'>;
/** `held` is internal: see `shown`. */
export type Session = WithIds<Stripe.Checkout.Session, 'payment_intent'> & {
  held: { lineItems: LineItem[]; intentData: IntentData };
};
type IntentData = {
  metadata: Record<string, string>;
  description: string | null;
  receipt_email: string | null;
  statement_descriptor_suffix: string | null;
};
/** The SDK wraps the decimal in an object. */
export type Price = Omit<WithIds<Stripe.Price, 'product'>, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type StoredEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { id: string; object: string } };
  livemode: false;
  pending_webhooks: number;
  request: Cause;
  type: string;
  /** Results of the deliveries so far: HTTP statuses, 0 for no answer. */
  held: { attempts: number[] };
};
/** The API call that caused an event; nulls when a page did. */
export type Cause = { id: string | null; idempotency_key: string | null };
/** Response stored for an idempotency key, which is its `id`. */
export type Answer = {
  id: string;
  object: 'answer';
  call: string;
  parameters: string;
  body: string;
  requestId: string;
};

export type Store = {
  /** Oldest first. */
  all<K extends Kind>(kind: K): Tables[K][];
  find<K extends Kind>(kind: K, id: string | null): Tables[K] | undefined;
  /** Adds the object, or replaces the one with that id. */
  put(object: Tables[Kind]): void;
};

/**
 * Objects in memory and, when a `file` is given, in a journal of one object a line, so that a session that the product
 * knows outlives a restart. Its last line may be cut short by a kill: it is left out.
 */
export function createStore(file?: string): Store {
  const tables = new Map<string, Map<string, Tables[Kind]>>();
  const put = (object: Tables[Kind]): void => {
    const table = tables.get(object.object) ?? new Map<string, Tables[Kind]>();
    tables.set(object.object, table.set(object.id, object));
  };
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const object = parsed(line);
      if (object) put(object);
    }
  }
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    // Rewrites the journal with the last state of each object.
    const lines = [...tables.values()].flatMap((table) => [...table.values()].map((object) => journalLine(object)));
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
  return {
    all: <K extends Kind>(kind: K) => [...(tables.get(kind)?.values() ?? [])] as Tables[K][],
    find: <K extends Kind>(kind: K, id: string | null) => tables.get(kind)?.get(id ?? '') as Tables[K] | undefined,
    put: (object) => {
      put(object);
      if (file !== undefined) appendFileSync(file, journalLine(object));
    },
  };
}

function journalLine(object: Tables[Kind]): string {
  return `${JSON.stringify(object)}\n`;
}

function parsed(line: string): Tables[Kind] | null {
  try {
    return JSON.parse(line) as Tables[Kind];
  } catch {
    return null;
  }
}

/** `cs_test_…`, `req_…`, `li_…` */
export function identifier(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('hex')}`;
}

/** The object as the API shows it. */
export function shown<T extends object>(object: T): Omit<T, 'held'> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== 'held')) as Omit<T, 'held'>;
}
