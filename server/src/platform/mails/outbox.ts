import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { transact, type Db } from '#platform/db/db.ts';
import { jobKind, type JobLog, type Jobs } from '#platform/jobs/jobs.ts';
import { takeMail, type TakenMail } from './outbox-lease.ts';

/**
 * Transactional outbox: a mail is inserted in the transaction that decides it, sent by a job after the commit, and
 * retried while the mail server is down. One worker at a time has the lease of a mail (`outbox-lease.ts`). A worker
 * that dies after the server's acceptance sends again, with the same Message-ID.
 */

/** A kind of mail: its name in the database; `label` is French, for the support console. */
export type MailKind = {
  name: string;
  label: string;
  /** French: why support cannot send it again. Other kinds are composed anew. */
  notResent?: string;
};

/**
 * Composes at sending time: a mail's links are stored nowhere else. Null when there is no longer a reason to send it.
 */
type Compose<D> = (deps: D, mail: QueuedMail) => Promise<MailContent | null>;

/** `failed`: its address refused it, or no server took it in two days, or there was nothing left to say. */
export type Outcome = 'sent' | 'failed';
/** Records what became of a mail, in the transaction that marks it; a mail sent twice is recorded twice. */
type Settle<D> = (deps: D, mail: QueuedMail, outcome: Outcome) => Promise<void>;

/** A kind of mail and its composer, as a slice declares them in `mails.ts`. */
export type Mail<D> = { kind: MailKind; compose: Compose<D>; settle?: Settle<D> };

/** Declares the composer of a kind of mail. */
export const mail = <D>(kind: MailKind, compose: Compose<D>, settle?: Settle<D>): Mail<D> => ({
  kind,
  compose,
  ...(settle && { settle }),
});

export type MailContent = {
  subject: string;
  text: string;
  html: string;
  /** Attached PDF files. */
  attachments?: { name: string; bytes: Buffer }[];
  /** The person who answers, when it is not us. */
  replyTo?: string;
  /** For optional mails: one-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string;
};

/** A mail to compose: `accountId` is null when the account is gone, or when the mail outlives it. */
export type QueuedMail = {
  id: number;
  /** The name of its kind. */
  kind: string;
  recipient: string;
  accountId: number | null;
  params: Record<string, string>;
};

/** Inserts a mail in the outbox; call it inside the transaction that decides it. */
export async function queueMail(
  deps: { db: Db; jobs: Jobs },
  mail: { kind: MailKind; recipient: string; accountId: number | null; params?: Record<string, string> },
): Promise<void> {
  const { id } = await deps.db
    .insertInto('outgoing_mail')
    .values({
      kind: mail.kind.name,
      recipient: mail.recipient,
      account_id: mail.accountId,
      params: JSON.stringify(mail.params ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deps.jobs.enqueue(deps.db, SEND_MAIL, { mailId: id });
}

export type ComposedMail = MailContent & { id: string; to: string };
export type Delivery = { state: 'sent' } | { state: 'refused'; reason: string };

/**
 * `send` throws for a temporary failure, or when `signal` stopped it; `id` makes the Message-ID, the same at each
 * attempt.
 */
export type MailSender = { send(composed: ComposedMail, signal: AbortSignal): Promise<Delivery>; close(): void };

const GIVEN_UP_AFTER_MS = 48 * 3_600_000;
const SWEPT = 500;
/** They name people: kept as long as a user may ask whether a mail was sent. */
const KEPT_MS = 7 * 86_400_000;

type OutboxDeps = { db: Db; clock: Clock; log: JobLog; jobs: Jobs; mail: MailSender };

/**
 * Retried without end: the mail itself decides when to give up (`GIVEN_UP_AFTER_MS`), and leaves within a minute of the
 * mail server's return.
 */
export const SEND_MAIL = jobKind({
  name: 'mail.send',
  payload: z.object({ mailId: z.int() }),
  rules: { policy: 'exclusive', singletonKey: 'mailId', retryLimit: 3_000, retryDelayMax: 60, expireInSeconds: 90 },
});

/** Retries through a restart of the database, which takes seconds: otherwise a sent mail would be sent twice. */
const persistently = retry(handleAll, { maxAttempts: 20, backoff: new ConstantBackoff(500) });
const MARKED_WITHIN_MS = 10_000;

/**
 * The job `mail.send`. Does nothing when the mail is sent, dropped or leased by another worker; throws for a retry.
 * `compose` returns null when there is nothing left to say; `signal` aborts when the job is given to another worker.
 */
export async function sendQueuedMail<D extends OutboxDeps>(
  deps: D,
  mailNamed: (kind: string) => Pick<Mail<D>, 'compose' | 'settle'>,
  { mailId, signal }: { mailId: number; signal: AbortSignal },
): Promise<void> {
  const taken = await takeMail(deps, mailId);
  if (taken === undefined) return;
  const { mail, lost, release } = taken;
  const { compose, settle } = mailNamed(mail.kind);
  try {
    const outcome = await deliver(deps, compose, { mail, signal: AbortSignal.any([signal, lost]) });
    await persistently.execute(() => record(deps, { mail, outcome, settle }), AbortSignal.timeout(MARKED_WITHIN_MS));
  } finally {
    release();
  }
}

type Recorded<D> = { mail: TakenMail; outcome: Mark; settle: Settle<D> | undefined };

async function record<D extends OutboxDeps>(deps: D, { mail, outcome, settle }: Recorded<D>): Promise<void> {
  if (settle === undefined) return void (await mark(deps, mail, outcome));
  await transact(deps, async (deps) => {
    const isMarked = await mark(deps, mail, outcome);
    if (isMarked) await settle(deps, queued(mail), outcome.sent_at === undefined ? 'failed' : 'sent');
  });
}

const queued = (mail: TakenMail): QueuedMail => ({ ...mail, params: mail.params as Record<string, string> });

/** Returns the status to record. */
async function deliver<D extends OutboxDeps>(
  deps: D,
  compose: Compose<D>,
  { mail, signal }: { mail: TakenMail; signal: AbortSignal },
): Promise<Mark> {
  try {
    const content = await compose(deps, queued(mail));
    if (content === null) return { dropped_at: deps.clock() };
    // The number alone could recur in a new database, and be taken for a mail already received.
    const id = `mail-${mail.id}-${mail.createdAt.getTime().toString(36)}`;
    const outcome = await deps.mail.send({ id, to: mail.recipient, ...content }, signal);
    if (outcome.state === 'sent') return { sent_at: deps.clock() };
    deps.log.error({ mailId: mail.id, kind: mail.kind, reason: outcome.reason }, 'mail refused for good');
    return { dropped_at: deps.clock(), last_error: outcome.reason };
  } catch (error) {
    return await afterFailure(deps, mail, error);
  }
}

/** Releases the mail for the next attempt, or gives it up when it has waited too long. */
async function afterFailure(deps: OutboxDeps, mail: TakenMail, error: unknown): Promise<Mark> {
  const reason = error instanceof Error ? error.message : String(error);
  const now = deps.clock();
  if (now.getTime() - mail.createdAt.getTime() < GIVEN_UP_AFTER_MS) {
    await mark(deps, mail, { last_error: reason });
    throw error;
  }
  deps.log.error({ err: error, mailId: mail.id }, 'mail dropped after two days');
  return { dropped_at: now, last_error: reason };
}

/** The job `mail.sweep`: queues waiting mails without a job again; leaves the others. */
export async function sweepOutbox({ db, jobs }: Pick<OutboxDeps, 'db' | 'jobs'>): Promise<void> {
  const waiting = await db
    .selectFrom('outgoing_mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where(({ eb }) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Date>`now()`)]))
    .orderBy('created_at')
    .limit(SWEPT)
    .execute();
  for (const { id } of waiting) await jobs.enqueue(db, SEND_MAIL, { mailId: id });
}

/**
 * Gives up the waiting mails, with that reason; returns them. A restored database does not know whether they were sent.
 */
export function withholdMails(
  { db, clock }: Pick<OutboxDeps, 'db' | 'clock'>,
  reason: string,
): Promise<WithheldMail[]> {
  return db
    .updateTable('outgoing_mail')
    .set({ dropped_at: clock(), last_error: reason, claimed_until: null })
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .returning(['id', 'kind', 'recipient'])
    .execute();
}

type WithheldMail = { id: number; kind: string; recipient: string };

/** Deletes the mails sent or dropped long ago. */
export async function forgetOldMails({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<void> {
  const limit = new Date(clock().getTime() - KEPT_MS);
  await db
    .deleteFrom('outgoing_mail')
    .where(({ eb }) => eb.or([eb('sent_at', '<', limit), eb('dropped_at', '<', limit)]))
    .execute();
}

type Mark = { sent_at?: Date; dropped_at?: Date; last_error?: string | null };

/** A sent mail is recorded by any holder; other states only by the present holder: false when it is not. */
async function mark({ db }: OutboxDeps, { id, attempts }: TakenMail, mark: Mark): Promise<boolean> {
  const row = { last_error: null, ...mark, claimed_until: null };
  const mails = db.updateTable('outgoing_mail').set(row).where('id', '=', id);
  const held = mark.sent_at === undefined ? mails.where('attempts', '=', attempts) : mails;
  return (await held.executeTakeFirst()).numUpdatedRows > 0n;
}
