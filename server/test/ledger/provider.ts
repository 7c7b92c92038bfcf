import { setImmediate as turn } from 'node:timers/promises';
import type { Payments } from '../../src/adapters/payments/payments.ts';
import type { Checkout, RefundOrDispute, PaymentEvent } from '../../src/domain/credits/payment.ts';
import type { Fuse } from './cuts.ts';

export type Session = Omit<Checkout, 'orderId'> & { orderId: string };
export type Payment = { id: string; orderId: string; amountCents: number; given: RefundOrDispute[]; disputed: boolean };

/**
 * A payment provider in memory, so that thousands of payments take seconds; the simulator, over HTTP with the real SDK,
 * has its own tests. Keeps Stripe's rules: one session per key, no refund beyond what was paid or under dispute.
 */
export type Provider = {
  sessions: Map<string, Session>;
  payments: Map<string, Payment>;
  events: (PaymentEvent & { at: number })[];
  /** The port for one piece of work: each call is a step of its fuse. */
  port(fuse: Fuse): Payments;
  /** Actions of buyers, the bank and the merchant. Each does nothing in a state that does not allow it. */
  move(session: Session, state: Checkout['state'], amountCents?: number): void;
  refund(payment: Payment, amountCents: number, key?: string): boolean;
  undo(payment: Payment, given: RefundOrDispute): void;
  dispute(payment: Payment): void;
  lose(payment: Payment): void;
};

export const paidBack = ({ given }: Payment): number =>
  given.reduce((sum, one) => sum + (one.undone ? 0 : one.amountCents), 0);

const NEXT: Record<Checkout['state'], Checkout['state'][]> = {
  open: ['paid', 'pending', 'expired'],
  pending: ['paid', 'failed'],
  paid: [],
  failed: [],
  expired: [],
};

export function createProvider(name: string, clock: () => Date): Provider {
  let count = 0;
  const id = (prefix: string): string => `${prefix}_${name}_${(count += 1)}`;
  const events: Provider['events'] = [];
  const emit = (about: PaymentEvent['about'], kind: string, objectId: string): void => {
    events.push({ id: id('evt'), kind, about, objectId, at: clock().getTime() });
  };
  const sessions: Provider['sessions'] = new Map();
  const payments: Provider['payments'] = new Map();
  const give = (payment: Payment, given: Pick<RefundOrDispute, 'kind' | 'amountCents' | 'ourKey'>): void => {
    payment.given.push({ ...given, id: id(given.kind === 'refund' ? 're' : 'dp'), undone: false, at: clock() });
    emit('payment', given.kind === 'refund' ? 'charge.refunded' : 'charge.dispute.created', payment.id);
  };
  const provider: Omit<Provider, 'port'> = {
    sessions,
    payments,
    events,
    move(session, state, amountCents = session.amountCents ?? 0) {
      if (!NEXT[session.state].includes(state)) return;
      const intent = session.paymentId ?? (state === 'expired' ? null : id('pi'));
      sessions.set(session.pageId, { ...session, state, paymentId: intent, amountCents });
      if (state === 'paid' && intent !== null) {
        payments.set(intent, { id: intent, orderId: session.orderId, amountCents, given: [], disputed: false });
      }
      emit('checkout', `checkout.session.${state}`, session.pageId);
    },
    refund(payment, amountCents, key) {
      const withheld = payment.given.some((one) => one.kind === 'dispute' && !one.undone);
      if (withheld || amountCents <= 0 || amountCents > payment.amountCents - paidBack(payment)) return false;
      give(payment, { kind: 'refund', amountCents, ourKey: key ?? null });
      return true;
    },
    undo(payment, given) {
      payment.given = payment.given.map((one) => (one.id === given.id ? { ...one, undone: true } : one));
      emit('payment', given.kind === 'refund' ? 'refund.failed' : 'charge.dispute.closed', payment.id);
    },
    dispute(payment) {
      const amountCents = payment.amountCents - paidBack(payment);
      if (payment.disputed || amountCents === 0) return;
      payment.disputed = true;
      give(payment, { kind: 'dispute', amountCents, ourKey: null });
    },
    lose: (payment) => emit('payment', 'charge.dispute.closed', payment.id),
  };
  return { ...provider, port: (fuse) => portOf(provider, { fuse, newSession: () => id('cs') }) };
}

/** The state is read at once, and returned a moment later. */
function portOf(
  { sessions, payments, events, refund }: Omit<Provider, 'port'>,
  { fuse, newSession }: { fuse: Fuse; newSession: () => string },
): Payments {
  const call = <T>(work: () => T): Promise<T> =>
    fuse.run(async () => {
      const answer = work();
      await turn();
      await turn();
      return answer;
    });
  return {
    name: 'Provider',
    openCheckout: ({ id: orderId, amountCents }) =>
      call(() => {
        const known = sessions.values().find((one) => one.orderId === orderId);
        const pageId = known?.pageId ?? newSession();
        const opened = {
          pageId,
          orderId,
          amountCents,
          currency: 'eur',
          payer: { name: null, address: null },
          paymentId: null,
          state: 'open',
          order: null,
        } as const;
        if (known === undefined) sessions.set(pageId, opened);
        return { pageId, url: `https://pay.example/${pageId}` };
      }),
    readCheckout: (pageId) => call(() => sessions.get(pageId) ?? null),
    readRefundsAndDisputes: (intent) => call(() => [...(payments.get(intent)?.given ?? [])]),
    createRefund: ({ paymentId, amountCents, key }) =>
      call(() => {
        const payment = payments.get(paymentId);
        if (payment === undefined) throw new Refused(`no payment ${paymentId}`);
        if (payment.given.some((one) => one.ourKey === key)) return;
        if (!refund(payment, amountCents, key)) throw new Refused(`cannot refund ${amountCents} of ${paymentId}`);
      }),
    readEvent: (body, headers) =>
      headers['signature'] === SIGNATURE ? (events.find((one) => one.id === body.toString()) ?? null) : null,
    findEvent: (eventId) => call(() => events.find((one) => one.id === eventId) ?? null),
    async *eventsSince(since) {
      const all = await call(() => events.filter(({ at }) => at >= since.getTime() - 1000).toReversed());
      yield* all;
    },
  };
}

/** A refusal by the provider. */
export class Refused extends Error {}
export const SIGNATURE = 'right';
