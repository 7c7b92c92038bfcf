import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { JobLog, Jobs } from './jobs.ts';

/**
 * Mails that must leave exactly when something happened. Written in the transaction that decides them, sent by a job
 * after its commit, again and again while the mail server is away, never by two workers at once. A worker that dies
 * between the server's agreement and our mark sends again: the same Message-ID says that it is the same mail.
 */
export type MailKind =
  | 'activation'
  | 'password-reset'
  | 'password-changed'
  | 'account-deleted'
  | 'order-confirmed'
  | 'withdrawal-received'
  | 'order-undelivered'
  | 'low-balance'
  | 'credits-expiring'
  | 'expiry-reminder'
  | 'handover-acknowledged';

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
  await deps.jobs.enqueue(deps.db, 'mail.send', { mailId: id });
}

export type Letter = MailContent & { id: string; to: string };
export type Delivery = { state: 'sent' } | { state: 'refused'; reason: string };

/** `send` throws when the mail may pass later; `id` makes the Message-ID, the same at each attempt. */
export type MailSender = { send(letter: Letter): Promise<Delivery>; close(): void };

/** Renewed while the mail is composed and sent; over before the job of a dead worker is taken by another (`jobs.ts`), who finds it free. */
const LEASE_MS = 8_000;
const RENEWED_EVERY_MS = 2_000;
const GIVEN_UP_AFTER_MS = 48 * 3_600_000;
const SWEPT = 500;
/** They name people: kept as long as somebody may ask whether a mail left. */
const KEPT_MS = 7 * 86_400_000;

type OutboxDeps = { db: Db; clock: Clock; log: JobLog; jobs: Jobs; mail: MailSender };
type Compose = (mail: QueuedMail) => Promise<MailContent | null>;

/**
 * The task `mail.send`. Does nothing when the mail is sent, dropped or in the hands of another worker; throws when it
 * is to be tried again. `compose` gives null when there is nothing to say any more.
 */
export async function sendQueuedMail(deps: OutboxDeps, compose: Compose, mailId: number): Promise<void> {
  const mail = await claim(deps, mailId);
  if (mail === undefined) return;
  const renewal = setInterval(() => void renew(deps, mailId), RENEWED_EVERY_MS);
  let outcome: Delivery | null;
  try {
    const content = await compose(mail);
    outcome = content && (await deps.mail.send({ id: mail.letterId, to: mail.recipient, ...content }));
  } catch (error) {
    return await afterFailure(deps, mail, error);
  } finally {
    clearInterval(renewal);
  }
  if (outcome?.state === 'sent') return await mark(deps, mailId, { sent_at: deps.clock() });
  if (outcome !== null) deps.log.error({ mailId, kind: mail.kind, reason: outcome.reason }, 'mail refused for good');
  await mark(deps, mailId, { dropped_at: deps.clock(), last_error: outcome?.reason ?? null });
}

/** Lets the mail go for the next attempt, or gives it up when it has waited too long. */
async function afterFailure(deps: OutboxDeps, mail: { id: number; createdAt: Date }, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const now = deps.clock();
  if (now.getTime() - mail.createdAt.getTime() < GIVEN_UP_AFTER_MS) {
    await mark(deps, mail.id, { last_error: reason });
    throw error;
  }
  deps.log.error({ err: error, mailId: mail.id }, 'mail given up');
  await mark(deps, mail.id, { dropped_at: now, last_error: reason });
}

/** The task `mail.sweep`: gives a job again to the mails that wait without one. One that has a job is left alone. */
export async function sweepOutbox({ db, clock, jobs }: Pick<OutboxDeps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const waiting = await db
    .selectFrom('outgoing_mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where(({ eb }) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', clock())]))
    .orderBy('created_at')
    .limit(SWEPT)
    .execute();
  for (const { id } of waiting) await jobs.enqueue(db, 'mail.send', { mailId: id });
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

/** One conditional update: of two workers, one has the mail. */
async function claim(deps: OutboxDeps, id: number) {
  const now = deps.clock();
  const row = await deps.db
    .updateTable('outgoing_mail')
    .set(({ eb }) => ({ claimed_until: leasedUntil(now), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where(({ eb }) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .returning(['id', 'kind', 'recipient', 'account_id as accountId', 'params', 'created_at as createdAt'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // The number alone could come again in a database made anew, and be taken for a mail already received.
  const letterId = `mail-${row.id}-${row.createdAt.getTime().toString(36)}`;
  return { ...row, kind: row.kind as MailKind, params: row.params as Record<string, string>, letterId };
}

const leasedUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** One that is not written is worth a log line: several pass within a lease. */
async function renew({ db, clock, log }: OutboxDeps, id: number): Promise<void> {
  const renewed = db
    .updateTable('outgoing_mail')
    .set({ claimed_until: leasedUntil(clock()) })
    .where('id', '=', id);
  await renewed
    .where('claimed_until', 'is not', null)
    .execute()
    .catch((err: unknown) => log.warn({ err, mailId: id }, 'lease not renewed'));
}

type Mark = { sent_at?: Date; dropped_at?: Date; last_error?: string | null };

async function mark(deps: OutboxDeps, id: number, mark: Mark): Promise<void> {
  const row = { last_error: null, ...mark, claimed_until: null };
  await deps.db.updateTable('outgoing_mail').set(row).where('id', '=', id).execute();
}
