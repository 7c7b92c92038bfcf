import type { Db } from './db.ts';
import type { Jobs } from './jobs.ts';

/**
 * Mails that must leave exactly when something happened. Written in the transaction that decides them, sent by a job
 * after its commit, again and again while the mail server is away, never by two workers at once. A worker that dies
 * between the server's agreement and our mark sends again: the same Message-ID says that it is the same mail.
 */
export const MAIL_KINDS = ['activation', 'password-reset', 'password-changed', 'account-deleted'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export type MailContent = { subject: string; text: string; html: string };

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
