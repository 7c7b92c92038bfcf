import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { JobLog } from '#platform/jobs/jobs.ts';

type LeaseDeps = { db: Db; log: JobLog };

/** `attempts` increases with each lease, and so identifies its holder. */
export type TakenMail = {
  id: number;
  attempts: number;
  kind: string;
  recipient: string;
  accountId: number | null;
  params: unknown;
  createdAt: Date;
};

/** `lost` fires when another worker has the mail, or may have: no renewal for the length of the lease. */
type Held = { mail: TakenMail; lost: AbortSignal; release: () => void };

/**
 * Expires before another worker can take the job of a dead one (7 s after its death at the soonest, `jobs.ts`), so the
 * mail is free then.
 */
const LEASE_MS = 6_000;
const RENEWED_EVERY_MS = 1_000;

/** The database's clock decides: machines' clocks differ. */
const LEASED = sql<Date>`now() + ${LEASE_MS} * interval '1 millisecond'`;

/** Leases a waiting mail: of two workers, one gets it. Undefined when there is none. */
export async function takeMail(deps: LeaseDeps, id: number): Promise<Held | undefined> {
  const asked = performance.now();
  const mail = await deps.db
    .updateTable('outgoing_mail')
    .set(({ eb }) => ({ claimed_until: LEASED, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where(({ eb }) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
    .returning(['id', 'attempts', 'kind', 'recipient', 'account_id as accountId', 'params', 'created_at as createdAt'])
    .executeTakeFirst();
  return mail && keep(deps, mail, asked);
}

/** Renews the lease until `release`. */
function keep(deps: LeaseDeps, mail: TakenMail, since: number): Held {
  const losing = new AbortController();
  let renewedAt = since;
  let underWay: Promise<void> | null = null;
  const renewOnce = async (): Promise<void> => {
    const asked = performance.now();
    try {
      if (await renew(deps.db, mail)) renewedAt = asked;
      else losing.abort(new Error('another worker has the lease'));
    } catch (err) {
      // Several renewals fit in a lease.
      deps.log.warn({ err, mailId: mail.id }, 'lease not renewed');
    }
  };
  const beat = setInterval(() => {
    if (performance.now() - renewedAt > LEASE_MS - RENEWED_EVERY_MS) losing.abort(new Error('the lease has expired'));
    // One at a time: otherwise a hanging database would use up all connections.
    underWay ??= renewOnce().finally(() => (underWay = null));
  }, RENEWED_EVERY_MS);
  return { mail, lost: losing.signal, release: () => clearInterval(beat) };
}

/** Whether the mail is still this holder's. */
async function renew(db: Db, { id, attempts }: TakenMail): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outgoing_mail')
    .set({ claimed_until: LEASED })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('claimed_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
