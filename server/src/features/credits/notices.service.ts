import { sql } from 'kysely';
import type { Deps } from '#deps.ts';
import { transact, type Db } from '#platform/db/db.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { GOODWILL } from './credits.ts';
import { LOW_CREDITS } from '@clairisque/contract/common/events.ts';

/** No mail for an account that bought fewer at once. */
const SMALL_PURCHASE = 5;
/** Maximum of each kind in a run; the next run, some minutes later, goes on. */
const AT_ONCE = 500;
const EXPIRING_WITHIN_MS = 7 * 86_400_000;

const notResent = 'les avis partent d’eux-mêmes, une fois.';
export const LOW_BALANCE_MAIL: MailKind = { name: 'low-balance', label: 'avis de solde bas', notResent };
export const CREDITS_EXPIRING_MAIL: MailKind = { name: 'credits-expiring', label: 'avis de péremption', notResent };
const MAIL_OF = { low_balance: LOW_BALANCE_MAIL, expiring: CREDITS_EXPIRING_MAIL };

type Notice = { account_id: number; email: string; kind: 'low_balance' | 'expiring'; subject: number };

/**
 * Sends each notice once: a balance that has become low since the last purchase, a lot that expires within the week.
 * Some hundreds a run.
 */
export async function sendNotices(deps: Deps): Promise<void> {
  const now = deps.clock();
  for (const notice of await dueNotices(deps.db, now)) {
    await transact(deps, async (deps) => {
      if (!(await markNoticed(deps.db, notice, now))) return;
      await queueMail(deps, {
        kind: MAIL_OF[notice.kind],
        recipient: notice.email,
        accountId: notice.account_id,
        params: { lotId: String(notice.subject) },
      });
    });
  }
}

const dueNotices = async (db: Db, now: Date): Promise<Notice[]> => [
  ...(await lowBalances(db, now)),
  ...(await expiringLots(db, now)),
];

/** Marks all due notices as sent, without a mail: a restored database does not know what was sent. Returns how many. */
export async function skipNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let passed = 0;
  const now = clock();
  for (let due = await dueNotices(db, now); due.length > 0; due = await dueNotices(db, now)) {
    for (const notice of due) await markNoticed(db, notice, now);
    passed += due.length;
  }
  return passed;
}

/** The subject is the last lot bought, not a returned credit: a new purchase allows another notice. */
async function lowBalances(db: Db, now: Date): Promise<Notice[]> {
  const { rows } = await sql<Omit<Notice, 'kind'>>`
    select account.id as account_id, account.email, last.id as subject
    from account
    join lateral (
      select lot.id, (select sum(credits) from ledger_entry where lot_id = lot.id and kind = 'purchase') as bought
      from credit_lot lot where lot.account_id = account.id and lot.product_code <> ${GOODWILL} order by lot.purchased_at desc, lot.id desc limit 1
    ) last on last.bought >= ${SMALL_PURCHASE}
    where account.notices_stopped_at is null
      -- credits that were paid back are not missed
      and not exists (select from ledger_entry where lot_id = last.id and kind = 'refund')
      and not exists (select from credit_notice where account_id = account.id and kind = 'low_balance' and subject = last.id)
      and (
        select coalesce(sum(entry.credits), 0) from ledger_entry entry join credit_lot lot on lot.id = entry.lot_id
        where entry.account_id = account.id and (lot.expires_at is null or lot.expires_at > ${now})
      ) <= ${LOW_CREDITS}
    order by account.id limit ${AT_ONCE}`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'low_balance' }));
}

async function expiringLots(db: Db, now: Date): Promise<Notice[]> {
  const { rows } = await sql<Omit<Notice, 'kind'>>`
    select lot.account_id, account.email, lot.id as subject
    from credit_lot lot
    join account on account.id = lot.account_id and account.notices_stopped_at is null
    where lot.expires_at > ${now} and lot.expires_at <= ${new Date(now.getTime() + EXPIRING_WITHIN_MS)}
      and (select sum(credits) from ledger_entry where lot_id = lot.id) > 0
      and not exists (select from credit_notice where account_id = lot.account_id and kind = 'expiring' and subject = lot.id)
    order by lot.expires_at, lot.id limit ${AT_ONCE}`.execute(db);
  return rows.map((row) => ({ ...row, kind: 'expiring' }));
}

/** Atomic: true for the first caller only. */
async function markNoticed(db: Db, { account_id, kind, subject }: Notice, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('credit_notice')
    .values({ account_id, kind, subject, sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}
