import type { Deps } from '#deps.ts';
import { GIVEN_UP_AFTER_MINUTES, RETRY_MINUTES } from '@clairisque/contract/common/events.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { eventKey } from '@clairisque/contract/common/v3.ts';
import { DELIVER, eventOf } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import {
  claimDelivery,
  giveUpPending,
  listLateEndpoints,
  recordAttempt,
  type ClaimedDelivery,
} from './deliveries.queries.ts';
import { lockEndpoint, markSucceeded, putToSleep, webhooksKey } from './endpoints.queries.ts';
import { headersOf } from './secret.rules.ts';

const MINUTE_MS = 60_000;
/** Waits before each attempt after the first. */
export const WAITS_MS = RETRY_MINUTES.map((minutes) => minutes * MINUTE_MS);
export const GIVEN_UP_AFTER_MS = GIVEN_UP_AFTER_MINUTES * MINUTE_MS;
/** Longer than an attempt: a dead worker's delivery is then sent again, under the same id. */
const TAKEN_MS = 30_000;
const SWEPT = 1_000;

export const ASLEEP_MAIL: MailKind = {
  name: 'webhook-asleep',
  label: 'webhook endormi',
  notResent: 'l’avis part de lui-même, une fois.',
};

/**
 * The job `webhooks.deliver`: starts the sending of what is due to an endpoint, in its own lanes, and ends without
 * waiting for them: a slow endpoint keeps no worker busy.
 */
export async function deliverTo(
  live: Deps,
  { endpointId, mode }: { endpointId: string; mode: KeyMode },
): Promise<void> {
  const deps = mode === 'live' ? live : live.sandbox;
  // No simulators any more: nothing of tests is served.
  if (deps === null) return;
  await transact(deps, ({ db }) => lockEndpoint(db, endpointId));
  deps.webhookLanes.wake(endpointId, async () => {
    const now = deps.clock();
    const claimed = await claimDelivery(deps.db, { endpointId, now, until: new Date(now.getTime() + TAKEN_MS) });
    return claimed === undefined ? null : () => attempt(deps, claimed);
  });
}

/** The job `webhooks.sweep`: retries that are due, and what a dead worker had taken. */
export async function sweepDeliveries(live: Deps): Promise<void> {
  for (const { db, jobs, mode } of modesOf(live)) {
    for (const endpointId of await listLateEndpoints(db, { now: live.clock(), limit: SWEPT })) {
      await jobs.enqueue(db, DELIVER, { endpointId, mode });
    }
  }
}

/** Live, then test: each has its own endpoints. */
export const modesOf = (live: Deps): Deps[] => (live.sandbox === null ? [live] : [live, live.sandbox]);

async function attempt(deps: Deps, claimed: ClaimedDelivery): Promise<void> {
  const at = deps.clock();
  const body = JSON.stringify(eventOf(claimed, deps.mode));
  const key = await webhooksKey(deps.db);
  const owner = { ...claimed, id: claimed.endpoint_id };
  const headers = headersOf(key, owner, { id: eventKey(claimed.public_id, deps.mode), at, body });
  const sent = await deps.webhooks.send({ url: claimed.url, headers, body });
  const now = deps.clock();
  if (sent.failure === null) {
    await recordAttempt(deps.db, claimed, { at, sent, state: 'delivered', nextAttemptAt: now });
    return markSucceeded(deps.db, { id: claimed.endpoint_id, url: claimed.url, at: now });
  }
  // An owner who has not shown that the address is theirs gets one attempt for each test.
  const wait = claimed.succeeded_at === null ? undefined : WAITS_MS[claimed.attempts - 1];
  if (wait !== undefined) {
    const nextAttemptAt = new Date(now.getTime() + wait);
    await recordAttempt(deps.db, claimed, { at, sent, state: 'pending', nextAttemptAt });
    return;
  }
  await transact(deps, async (deps) => {
    const outcome = { at, sent, state: 'failed', nextAttemptAt: now } as const;
    if (await recordAttempt(deps.db, claimed, outcome)) await fallAsleep(deps, claimed.endpoint_id);
  });
}

/** An endpoint that took nothing for three days; one that refuses some events only stays awake. */
async function fallAsleep(deps: Deps, endpointId: string): Promise<void> {
  const now = deps.clock();
  const since = new Date(now.getTime() - GIVEN_UP_AFTER_MS);
  const owner = await putToSleep(deps.db, { id: endpointId, since, now });
  if (owner === undefined) return;
  await giveUpPending(deps.db, endpointId);
  if (deps.mode === 'test') return;
  await queueMail(deps, {
    kind: ASLEEP_MAIL,
    recipient: owner.email,
    accountId: owner.account_id,
    params: { endpointId },
  });
}
