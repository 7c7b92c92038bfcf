import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { JobLog } from './jobs.ts';

type LeaseDeps = { db: Db; log: JobLog };

/** `attempts` is one more each time that it is taken: it tells a holder from the next. */
export type TakenMail = {
  id: number;
  attempts: number;
  kind: string;
  recipient: string;
  accountId: number | null;
  params: unknown;
  createdAt: Date;
};

/** `lost` fires when the mail is in other hands, or before it can be: nothing was renewed for as long as the lease. */
type Held = { mail: TakenMail; lost: AbortSignal; release: () => void };

/** Over before the job of a dead worker is taken by another (7 s after its death at the soonest, `jobs.ts`), who finds the mail free. */
const LEASE_MS = 6_000;
const RENEWED_EVERY_MS = 1_000;

/** By the database's clock: those of the machines differ. */
const LEASED = sql<Date>`now() + ${LEASE_MS} * interval '1 millisecond'`;

/** Takes a mail that waits and is in no other hands: of two workers, one has it. Undefined when there is none. */
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
      else losing.abort(new Error('the mail is in other hands'));
    } catch (err) {
      // Several pass within a lease.
      deps.log.warn({ err, mailId: mail.id }, 'lease not renewed');
    }
  };
  const beat = setInterval(() => {
    if (performance.now() - renewedAt > LEASE_MS - RENEWED_EVERY_MS) losing.abort(new Error('the lease is over'));
    // One at a time: a database that hangs would be left without a connection.
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
