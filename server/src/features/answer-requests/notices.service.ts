import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { transact } from '#platform/db/db.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { listToRemind, markReminded, type RequestRow } from './answer-requests.queries.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';

export const INVITATION_MAIL: MailKind = { name: 'answer-request', label: 'demande de réponses' };
export const REMINDER_MAIL: MailKind = { name: 'answer-request-reminder', label: 'rappel d’une demande de réponses' };
export const CERTIFIED_COPY_MAIL: MailKind = {
  name: 'answers-copy',
  label: 'copie de réponses certifiées',
  notResent: 'la personne qui a répondu l’a reçue une fois.',
};
export const RECEIVED_MAIL: MailKind = { name: 'answers-received', label: 'réponses reçues' };

/** A visitor answers within the week, or forgets. */
const REMINDED_AFTER_MS = 3 * 86_400_000;
/** Per run; the next run goes on. */
const AT_ONCE = 200;

/** A test mails nothing. */
export async function inviteByMail(deps: Deps, { id, email, account_id }: RequestRow): Promise<void> {
  if (email === null || deps.mode === 'test') return;
  await queueMail(deps, { kind: INVITATION_MAIL, recipient: email, accountId: account_id, params: { requestId: id } });
}

/** For a cron: one reminder of each request that was mailed, never more. */
export async function remindAsked(deps: Deps): Promise<void> {
  const now = deps.clock();
  const due = { before: new Date(now.getTime() - REMINDED_AFTER_MS), today: parisDate(now.toISOString()).toString() };
  for (const { id, account_id: accountId, email } of await listToRemind(deps.db, { ...due, limit: AT_ONCE })) {
    await transact(deps, async (deps) => {
      if (!(await markReminded(deps.db, id, now))) return;
      await queueMail(deps, { kind: REMINDER_MAIL, recipient: email, accountId, params: { requestId: id } });
    });
  }
}

/** A copy for who certified, and a mail to the owner. */
export async function tellCertified(
  deps: Deps,
  { id, account_id: accountId }: RequestRow,
  respondent: string,
): Promise<void> {
  if (deps.mode === 'test') return;
  const params = { requestId: id };
  await queueMail(deps, { kind: CERTIFIED_COPY_MAIL, recipient: respondent, accountId, params });
  const { email } = await currentUser(deps, { accountId });
  await queueMail(deps, { kind: RECEIVED_MAIL, recipient: email, accountId, params });
}

export const answerRequestJobs: Job<Deps>[] = [
  recurringJob(
    { name: 'answer-requests.remind', cron: '25 9-18 * * *', retryLimit: 3, expireInSeconds: 600 },
    remindAsked,
  ),
];
