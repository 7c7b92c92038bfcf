import type { Deps } from '#deps.ts';
import { issuedToRemind, REMINDERS } from '#domain/risks/deadlines.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { transact } from '#platform/db/db.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { countExpiring, listDue, markReminded, type DueRow } from './reminders.queries.ts';

export { wantsReminders } from './reminders.queries.ts';

export const REMINDER_MAIL: MailKind = {
  name: 'expiry-reminder',
  label: 'rappel d’expiration',
  notResent: 'les rappels partent d’eux-mêmes, une fois.',
};

/** Reminders of each kind in a run; the next run, some minutes later, goes on. */
const AT_ONCE = 500;

/** Sends each reminder once per statement: one mail per account, however many statements. */
export async function sendReminders(deps: Deps): Promise<void> {
  const due = await dueNow(deps);
  for (const rows of Map.groupBy(due, (row) => row.account_id).values()) await remind(deps, rows);
}

async function dueNow(deps: Pick<Deps, 'db' | 'clock'>): Promise<DueRow[]> {
  const today = parisDate(deps.clock().toISOString());
  const due: DueRow[] = [];
  for (const { days, atLeast } of REMINDERS) {
    const from = today.add({ days: atLeast }).toString();
    due.push(...(await listDue(deps.db, { days, from, to: today.add({ days }).toString(), limit: AT_ONCE })));
  }
  return due;
}

/**
 * Marks all due reminders as sent, without a mail: a restored database does not know what was sent. Returns how many.
 */
export async function skipReminders(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let passed = 0;
  for (let due = await dueNow(deps); due.length > 0; due = await dueNow(deps)) {
    passed += (await markReminded(deps.db, due, deps.clock())).length;
  }
  return passed;
}

async function remind(deps: Deps, [first, ...others]: DueRow[]): Promise<void> {
  if (first === undefined) return;
  const { account_id: accountId, email: recipient } = first;
  await transact(deps, async (deps) => {
    if (!(await lockAccountShared(deps.db, accountId))) return;
    const reminded = await markReminded(deps.db, [first, ...others], deps.clock());
    if (reminded.length === 0) return;
    const statements = reminded.map((one) => `${one.statement_id}.${one.edition}`).join(' ');
    await queueMail(deps, { kind: REMINDER_MAIL, recipient, accountId, params: { statements } });
  });
}

/** How many statements of each account expire within thirty days or can be renewed; accounts without any are left out. */
export async function countToWatch(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountIds: number[],
): Promise<ReadonlyMap<number, { expiring: number; open: number }>> {
  const rows = await countExpiring(deps.db, accountIds, issuedToRemind(parisDate(deps.clock().toISOString())));
  return new Map(rows.map(({ account_id, ...counts }) => [account_id, counts]));
}
