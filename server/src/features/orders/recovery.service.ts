import type { Deps } from '#deps.ts';
import type { PaymentEvent } from '#domain/credits/payment.ts';
import { settleRefundsAndDisputes } from './refunds.service.ts';
import { takeEvent } from './orders.queries.ts';
import { settleCheckout } from './settlement.service.ts';

/** An event sent before the moment of a restore may have been written after it. */
const MARGIN_MS = 3_600_000;

/**
 * After a restore to `from`: processes everything that the provider has sent since, one by one and in order, so that
 * invoices are numbered as payments arrived. An event last sent before `until`, when the former database stopped, was
 * confirmed to its buyer and is not mailed again. Returns the objects processed, and those that failed, which the
 * reconciliation retries. Idempotent.
 */
export async function recoverPayments(
  deps: Deps,
  { from, until }: { from: Date; until: Date },
): Promise<{ settled: string[]; failed: string[] }> {
  const events = await eventsFrom(deps, from);
  // A delayed payment has two events: when the second came after `until`, no mail confirmed it.
  const later = new Set((await Array.fromAsync(deps.payments.eventsSince(until))).map(({ objectId }) => objectId));
  const settled = new Set<string>();
  const failed = new Set<string>();
  for (const event of events) {
    const { objectId } = event;
    if (objectId === null || settled.has(objectId)) continue;
    const isSettled = await settleQuietly(deps, { ...event, objectId }, !later.has(objectId));
    (isSettled ? settled : failed).add(objectId);
    if (isSettled) await takeEvent(deps.db, { id: event.id, kind: event.kind });
  }
  return { settled: [...settled], failed: [...failed.difference(settled)] };
}

/** What `recoverPayments` would process: the provider's objects, in order. */
export async function listRecoverable(deps: Pick<Deps, 'payments'>, { from }: { from: Date }): Promise<string[]> {
  const events = await eventsFrom(deps, from);
  return [...new Set(events.flatMap(({ objectId }) => objectId ?? []))];
}

/** Oldest first. */
async function eventsFrom({ payments }: Pick<Deps, 'payments'>, from: Date): Promise<PaymentEvent[]> {
  const since = new Date(from.getTime() - MARGIN_MS);
  return (await Array.fromAsync(payments.eventsSince(since))).toReversed();
}

async function settleQuietly(
  deps: Deps,
  { about, objectId }: PaymentEvent & { objectId: string },
  withoutMail: boolean,
): Promise<boolean> {
  try {
    await (about === 'checkout'
      ? settleCheckout(deps, objectId, { withoutMail })
      : settleRefundsAndDisputes(deps, objectId));
    return true;
  } catch (err) {
    deps.log.warn({ err, objectId }, 'payment not recovered');
    return false;
  }
}
