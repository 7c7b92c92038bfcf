import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import { jobKind, type JobLog, type Jobs } from './jobs.ts';
import { takeMail, type TakenMail } from './outbox-lease.ts';

/**
 * Mails that must leave exactly when something happened: written in the transaction that decides them, sent by a job after
 * its commit, retried while the mail server is away. One worker at a time holds the lease of a mail (`outbox-lease.ts`).
 * A worker that dies after the server's agreement sends again, under the same Message-ID.
 */

/**
 * The kinds of mail. Each slice adds its own by `declare module`, in its `mails.ts`.
 * @public
 */
export interface MailKinds {}
export type MailKind = keyof MailKinds;

/** A kind of mail, as a slice declares it. */
export type Mail<D> = {
  /** French, for the support console. */
  label: string;
  /** Written when it leaves: the links that it holds are stored nowhere else. Null when there is no reason to send it any more. */
  compose: (deps: D, mail: QueuedMail) => Promise<MailContent | null>;
  /** French: why support cannot send it again. The other kinds are composed anew. */
  notResent?: string;
};

export type MailContent = {
  subject: string;
  text: string;
  html: string;
  /** PDF files joined to the mail. */
  attachments?: { name: string; bytes: Buffer }[];
  /** Of mails that one may do without: where a single press stops them (RFC 8058). */
  unsubscribeUrl?: string;
};

/** A mail to compose: `accountId` is null when the account is gone. */
export type QueuedMail = {
  id: number;
  kind: MailKind;
  recipient: string;
  accountId: number | null;
  params: Record<string, string>;
};

/** Puts a mail in the outbox; call it inside the transaction that decides it. */
export async function queueMail(
  deps: { db: Db; jobs: Jobs },
  mail: { kind: MailKind; recipient: string; accountId: number | null; params?: Record<string, string> },
): Promise<void> {
  const { id } = await deps.db
    .insertInto('outgoing_mail')
    .values({
      kind: mail.kind,
      recipient: mail.recipient,
      account_id: mail.accountId,
      params: JSON.stringify(mail.params ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deps.jobs.enqueue(deps.db, SEND_MAIL, { mailId: id });
}

export type Letter = MailContent & { id: string; to: string };
export type Delivery = { state: 'sent' } | { state: 'refused'; reason: string };

/** `send` throws when the mail may pass later, or `signal` stopped it; `id` makes the Message-ID, the same at each attempt. */
export type MailSender = { send(letter: Letter, signal: AbortSignal): Promise<Delivery>; close(): void };

const GIVEN_UP_AFTER_MS = 48 * 3_600_000;
const SWEPT = 500;
/** They name people: kept as long as somebody may ask whether a mail left. */
const KEPT_MS = 7 * 86_400_000;

type OutboxDeps = { db: Db; clock: Clock; log: JobLog; jobs: Jobs; mail: MailSender };
type Compose = (mail: QueuedMail) => Promise<MailContent | null>;

/** Retried without end: the mail itself decides when it is given up (`GIVEN_UP_AFTER_MS`), and leaves within a minute of the mail server's return. */
export const SEND_MAIL = jobKind({
  name: 'mail.send',
  payload: z.object({ mailId: z.int() }),
  rules: { policy: 'exclusive', singletonKey: 'mailId', retryLimit: 3_000, retryDelayMax: 60, expireInSeconds: 90 },
});

/** A database that starts again takes seconds: what was sent is not sent twice for it. */
const persistently = retry(handleAll, { maxAttempts: 20, backoff: new ConstantBackoff(500) });
const MARKED_WITHIN_MS = 10_000;

/**
 * The task `mail.send`. Does nothing when the mail is sent, dropped or in the hands of another worker; throws when it
 * is to be tried again. `compose` gives null when there is nothing to say any more; `signal` tells that the job is not ours any more.
 */
export async function sendQueuedMail(
  deps: OutboxDeps,
  compose: Compose,
  { mailId, signal }: { mailId: number; signal: AbortSignal },
): Promise<void> {
  const taken = await takeMail(deps, mailId);
  if (taken === undefined) return;
  const { mail, lost, release } = taken;
  try {
    const outcome = await deliver(deps, compose, { mail, signal: AbortSignal.any([signal, lost]) });
    await persistently.execute(() => mark(deps, mail, outcome), AbortSignal.timeout(MARKED_WITHIN_MS));
  } finally {
    release();
  }
}

/** Answers what is to be marked. */
async function deliver(
  deps: OutboxDeps,
  compose: Compose,
  { mail, signal }: { mail: TakenMail; signal: AbortSignal },
): Promise<Mark> {
  try {
    const content = await compose({
      ...mail,
      kind: mail.kind as MailKind,
      params: mail.params as Record<string, string>,
    });
    if (content === null) return { dropped_at: deps.clock() };
    // The number alone could come again in a database made anew, and be taken for a mail already received.
    const id = `mail-${mail.id}-${mail.createdAt.getTime().toString(36)}`;
    const outcome = await deps.mail.send({ id, to: mail.recipient, ...content }, signal);
    if (outcome.state === 'sent') return { sent_at: deps.clock() };
    deps.log.error({ mailId: mail.id, kind: mail.kind, reason: outcome.reason }, 'mail refused for good');
    return { dropped_at: deps.clock(), last_error: outcome.reason };
  } catch (error) {
    return await afterFailure(deps, mail, error);
  }
}

/** Lets the mail go for the next attempt, or gives it up when it has waited too long. */
async function afterFailure(deps: OutboxDeps, mail: TakenMail, error: unknown): Promise<Mark> {
  const reason = error instanceof Error ? error.message : String(error);
  const now = deps.clock();
  if (now.getTime() - mail.createdAt.getTime() < GIVEN_UP_AFTER_MS) {
    await mark(deps, mail, { last_error: reason });
    throw error;
  }
  deps.log.error({ err: error, mailId: mail.id }, 'mail given up');
  return { dropped_at: now, last_error: reason };
}

/** The task `mail.sweep`: gives a job again to the mails that wait without one. One that has a job is left alone. */
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

/** Gives up the mails that wait, for the reason told; answers them. A restored database does not know whether they left. */
export function holdBack({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>, reason: string): Promise<HeldMail[]> {
  return db
    .updateTable('outgoing_mail')
    .set({ dropped_at: clock(), last_error: reason, claimed_until: null })
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .returning(['id', 'kind', 'recipient'])
    .execute();
}

type HeldMail = { id: number; kind: string; recipient: string };

/** Erases the mails that left, or were dropped, long ago. */
export async function forgetOldMails({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<void> {
  const limit = new Date(clock().getTime() - KEPT_MS);
  await db
    .deleteFrom('outgoing_mail')
    .where(({ eb }) => eb.or([eb('sent_at', '<', limit), eb('dropped_at', '<', limit)]))
    .execute();
}

type Mark = { sent_at?: Date; dropped_at?: Date; last_error?: string | null };

/** A mail that left did so, whoever has it by now; for the rest the one who has it decides. */
async function mark({ db }: OutboxDeps, { id, attempts }: TakenMail, mark: Mark): Promise<void> {
  const row = { last_error: null, ...mark, claimed_until: null };
  const mails = db.updateTable('outgoing_mail').set(row).where('id', '=', id);
  await (mark.sent_at === undefined ? mails.where('attempts', '=', attempts) : mails).execute();
}
