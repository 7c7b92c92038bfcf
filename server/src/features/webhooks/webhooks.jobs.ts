import type { Deps } from '#deps.ts';
import { DELIVER, emitEvent } from '#features/events/events.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { deliverTo, sweepDeliveries } from './attempts.service.ts';
import { EXPIRING_DAYS } from '@clairisque/contract/common/events.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { transact } from '#platform/db/db.ts';
import { listExpiringEditions } from './expiring.queries.ts';

/** In a run; the next one goes on. */
const AT_ONCE = 1_000;

/** Writes `statement.expiring` once for each current document of a space: the event is kept for as many days. */
export async function emitExpiring(deps: Deps): Promise<void> {
  const today = parisDate(deps.clock().toISOString());
  const days = { from: today.add({ days: 1 }).toString(), to: today.add({ days: EXPIRING_DAYS }).toString() };
  for (const row of await listExpiringEditions(deps.db, { ...days, limit: AT_ONCE })) {
    const { space_id: spaceId, statement_id, edition, reference, expires_on: valid_until } = row;
    await transact(deps, (deps) =>
      emitEvent(deps, {
        spaceId,
        type: 'statement.expiring',
        subject: `${statement_id}.${edition}`,
        data: {
          statement_id: statementKey(statement_id, deps.mode),
          reference,
          valid_until,
          metadata: row.metadata ?? {},
        },
      }),
    );
  }
}

export const webhookJobs: Job<Deps>[] = [
  job(DELIVER, deliverTo, { concurrency: 2 }),
  recurringJob({ name: 'webhooks.sweep', cron: '* * * * *', policy: 'standard', expireInSeconds: 60 }, sweepDeliveries),
  recurringJob({ name: 'webhooks.expiring', cron: '5 * * * *', retryLimit: 3, expireInSeconds: 600 }, emitExpiring),
];
