import type { IncomingHttpHeaders } from 'node:http';
import type { Deps } from '#deps.ts';
import { recordEvent, type Origin } from '#features/accounts/accounts.ts';
import type { PaymentEvent } from '#domain/credits/payment.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { addressKeyOf } from '#platform/guards/rate-limit.ts';
import { CREATE_REFUND, createRefund } from './refund-requests.service.ts';
import { settleRefundsAndDisputes } from './refunds.service.ts';
import { SETTLE, settleCheckout } from './settlement.service.ts';
import {
  deleteEventsBefore,
  expireUnopened,
  knownEvents,
  takeEvent,
  unpaidRefundRequests,
  unsettledSessions,
} from './orders.queries.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the reconciliation looks back, and than the provider's retries (three days). */
const EVENTS_KEPT_MS = 30 * DAY_MS;
/** A buyer at the payment page is not disturbed. */
const LEFT_ALONE_MS = 5 * MINUTE_MS;

/** How far back a round of reconciliation looks. */
type Reach = { eventsMs: number; ordersMs: number };
/** Recent objects are checked every five minutes; a page lives two hours. */
const NEAR: Reach = { eventsMs: HOUR_MS, ordersMs: 3 * HOUR_MS };
/**
 * Once an hour, everything that may still change: a delayed payment may take two weeks, notifications are retried for
 * three days.
 */
const FAR: Reach = { eventsMs: 3 * DAY_MS, ordersMs: 21 * DAY_MS };

/**
 * A notification is a hint: checks its signature on the raw body, stores its number, and leaves the work to a job that
 * reads the provider again. @throws `invalid_input` for a wrong signature, writing only the security event;
 * `too_many_requests` for a flood of them, writing nothing.
 */
export async function receiveEvent(
  deps: Deps,
  { body, headers, origin }: { body: Buffer; headers: IncomingHttpHeaders; origin: Origin },
): Promise<void> {
  const event = deps.payments.readEvent(body, headers);
  if (event === null) {
    await deps.throttle.hit('forged-event', addressKeyOf(origin.ip));
    recordEvent(deps, { kind: 'payment_event_refused', account: undefined }, origin);
    throw new AppError('invalid_input', 'Signature non valide.');
  }
  await takeOnce(deps, event);
}

async function takeOnce(deps: Deps, event: PaymentEvent): Promise<void> {
  const { objectId } = event;
  await transact(deps, async (deps) => {
    if (!(await takeEvent(deps.db, { id: event.id, kind: event.kind })) || objectId === null) return;
    await deps.jobs.enqueue(deps.db, SETTLE, { about: event.about, objectId });
  });
}

/** Brings the object of an event in line with what the provider says now. */
export function settleObject(
  deps: Deps,
  { about, objectId }: { about: PaymentEvent['about']; objectId: string },
): Promise<void> {
  return about === 'checkout' ? settleCheckout(deps, objectId) : settleRefundsAndDisputes(deps, objectId);
}

/**
 * Repairs missed notifications: unprocessed events, payment pages without an outcome, refunds requested and not paid.
 * Runs every five minutes; the first run of each hour looks further back.
 */
export async function reconcile(deps: Deps, reach: Reach = reachAt(deps.clock())): Promise<void> {
  const now = deps.clock().getTime();
  const ago = (ms: number): Date => new Date(now - ms);
  const events = await Array.fromAsync(deps.payments.eventsSince(ago(reach.eventsMs)));
  const known = await knownEvents(
    deps.db,
    events.map(({ id }) => id),
  );
  for (const event of events) if (!known.has(event.id)) await takeOnce(deps, event);
  // Here and not by jobs, which would pile up while the provider is down.
  for (const pageId of await unsettledSessions(deps.db, { since: ago(reach.ordersMs), until: ago(LEFT_ALONE_MS) })) {
    await settleCheckout(deps, pageId).catch((err: unknown) => deps.log.warn({ err, pageId }, 'not reconciled'));
  }
  for (const refundId of await unpaidRefundRequests(deps.db, ago(HOUR_MS))) {
    await deps.jobs.enqueue(deps.db, CREATE_REFUND, { refundId });
  }
  await expireUnopened(deps.db, ago(DAY_MS));
}

function reachAt(now: Date): Reach {
  return now.getUTCMinutes() < 5 ? FAR : NEAR;
}

/** Deletes the numbers of events that will not be sent again. */
export async function forgetOldPaymentEvents(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteEventsBefore(deps.db, new Date(deps.clock().getTime() - EVENTS_KEPT_MS));
}

export const orderJobs: Job<Deps>[] = [
  job(SETTLE, settleObject, { concurrency: 4 }),
  job(CREATE_REFUND, (deps: Deps, { refundId }) => createRefund(deps, refundId)),
  recurringJob({ name: 'payments.reconcile', cron: '*/5 * * * *', expireInSeconds: 600 }, (deps: Deps) =>
    reconcile(deps),
  ),
];
