import type { Deps } from '#deps.ts';
import type { PaymentEvent } from '#domain/payment.ts';
import { settleGivenBack } from './payments.refunds.ts';
import { takeEvent } from './payments.queries.ts';
import { settleCheckout } from './payments.settle.ts';

/** What an event told before the moment of a restore may have been written after it. */
const MARGIN_MS = 3_600_000;

/**
 * After a restore to `from`: everything that the provider has told since, one after the other and in its order, so that
 * invoices are numbered as payments came. What it told for the last time before `until`, when the former database stopped, was
 * confirmed to its buyer then and is not mailed again. Answers the objects read again, and those that could not be, which the
 * reconciliation tries again. It may run twice.
 */
export async function recoverPayments(
  deps: Deps,
  { from, until }: { from: Date; until: Date },
): Promise<{ settled: string[]; failed: string[] }> {
  const since = new Date(from.getTime() - MARGIN_MS);
  const events = (await Array.fromAsync(deps.payments.eventsSince(since))).toReversed();
  // A delayed payment is told twice: it was confirmed by nobody when it came after `until`.
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

async function settleQuietly(
  deps: Deps,
  { about, objectId }: PaymentEvent & { objectId: string },
  withoutMail: boolean,
): Promise<boolean> {
  try {
    await (about === 'checkout' ? settleCheckout(deps, objectId, { withoutMail }) : settleGivenBack(deps, objectId));
    return true;
  } catch (err) {
    deps.log.warn({ err, objectId }, 'payment not recovered');
    return false;
  }
}
