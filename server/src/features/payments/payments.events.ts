import type { PaymentEvent } from '#adapters/payments.ts';
import type { Deps } from '#deps.ts';
import { recordEvent, type Origin } from '#features/accounts/accounts.ts';
import { transact } from '#platform/db.ts';
import { Failure } from '#platform/failure.ts';
import { settleGivenBack } from './payments.refunds.ts';
import { settleCheckout } from './payments.settle.ts';
import { expireUnopened, takeEvent, unsettledSessions } from './payments.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The provider repeats a notification for three days; we look at as many by ourselves. */
const EVENTS_BACK_MS = 3 * DAY_MS;
/** A delayed means of payment may take two weeks. */
const ORDERS_BACK_MS = 21 * DAY_MS;
/** A buyer at the payment page is left in peace. */
const LEFT_ALONE_MS = 5 * MINUTE_MS;

/**
 * A notification is a hint: its signature is checked on the raw body, its number kept, the work left to a job that reads the
 * truth again. @throws `invalid_input` when the signature does not hold; nothing is written then but the security event.
 */
export async function receiveEvent(
  deps: Deps,
  { body, signature, origin }: { body: Buffer; signature: string; origin: Origin },
): Promise<void> {
  const event = deps.payments.readEvent(body, signature);
  if (event === null) {
    recordEvent(deps, { kind: 'payment_event_refused', account: undefined }, origin);
    throw new Failure('invalid_input', 'Signature non valide.');
  }
  await takeOnce(deps, event);
}

async function takeOnce(deps: Deps, event: PaymentEvent): Promise<void> {
  const { objectId } = event;
  await transact(deps, async (deps) => {
    if (!(await takeEvent(deps.db, { id: event.id, kind: event.kind })) || objectId === null) return;
    await deps.jobs.enqueue(deps.db, 'payments.settle', { about: event.about, objectId });
  });
}

/** What an event points at, brought in line with what the provider says now. */
export function settleObject(
  deps: Deps,
  { about, objectId }: { about: PaymentEvent['about']; objectId: string },
): Promise<void> {
  return about === 'checkout' ? settleCheckout(deps, objectId) : settleGivenBack(deps, objectId);
}

/** Repairs what no notification told: events of the last days not taken yet, payment pages without an end. */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const ago = (ms: number): Date => new Date(now - ms);
  for await (const event of deps.payments.eventsSince(ago(EVENTS_BACK_MS))) await takeOnce(deps, event);
  const sessions = await unsettledSessions(deps.db, { since: ago(ORDERS_BACK_MS), until: ago(LEFT_ALONE_MS) });
  for (const objectId of sessions) await deps.jobs.enqueue(deps.db, 'payments.settle', { about: 'checkout', objectId });
  await expireUnopened(deps.db, ago(DAY_MS));
}
