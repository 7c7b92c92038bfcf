import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Locks the account: every writer of its ledger takes this lock, so sums cannot race. False when it is gone. */
export async function lockAccount(db: Db, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export type LotBalance = { id: number; expires_at: Date | null; remaining: number };

/** Lots with credits left at `now`, soonest expiry first, lots without expiry last, then oldest purchase. */
export function spendableLots(db: Db, owner: { accountId: number; now: Date }): Promise<LotBalance[]> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.id', 'lot.expires_at', sql<number>`sum(entry.credits)::int`.as('remaining')])
    .where('lot.account_id', '=', owner.accountId)
    .where((eb) => eb.or([eb('lot.expires_at', 'is', null), eb('lot.expires_at', '>', owner.now)]))
    .groupBy('lot.id')
    .having(sql<boolean>`sum(entry.credits) > 0`)
    .orderBy('lot.expires_at', (order) => order.asc().nullsLast())
    .orderBy('lot.purchased_at')
    .orderBy('lot.id')
    .execute();
}

/** Credits of the lots that have not expired at `now`. */
export function sumLots(
  db: Db,
  owners: { accountIds: number[]; now: Date },
): Promise<{ account_id: number; credits: number }[]> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.account_id', sql<number>`sum(entry.credits)::int`.as('credits')])
    .where('lot.account_id', '=', sql<number>`any(${owners.accountIds})`)
    .where((eb) => eb.or([eb('lot.expires_at', 'is', null), eb('lot.expires_at', '>', owners.now)]))
    .groupBy('lot.account_id')
    .execute();
}

export function insertLot(
  db: Db,
  lot: {
    account_id: number;
    order_id: string | null;
    product_code: string;
    label: string;
    purchased_at: Date;
    expires_at: Date | null;
  },
): Promise<{ id: number }> {
  return db.insertInto('credit_lot').values(lot).returning('id').executeTakeFirstOrThrow();
}

export async function insertEntry(
  db: Db,
  entry: {
    account_id: number;
    lot_id: number;
    kind: 'purchase' | 'debit' | 'expiry' | 'refund' | 'restore';
    credits: number;
    statement_id?: number;
    created_at: Date;
  },
): Promise<void> {
  await db.insertInto('ledger_entry').values(entry).execute();
}

export type LotOfOrder = { id: number; account_id: number; remaining: number };

/** The lot of an order, with its unspent credits; none once the account is erased. */
export function findLotOfOrder(db: Db, orderId: string): Promise<LotOfOrder | undefined> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.id', 'lot.account_id', sql<number>`sum(entry.credits)::int`.as('remaining')])
    .where('lot.order_id', '=', orderId)
    .groupBy('lot.id')
    .executeTakeFirst();
}

/** Credits of all lots, those expired but not written off too. */
export async function sumEntries(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_entry')
    .select(sql<number>`coalesce(sum(credits), 0)::int`.as('credits'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.credits;
}

export type CreditPackRow = {
  id: number;
  account_id: number;
  product_code: string;
  label: string;
  purchased_at: Date;
  expires_at: Date | null;
  bought: number;
  spent: number;
  remaining: number;
};

/** Every lot of an account with its sums, oldest purchase first. */
export function listCreditPacks(db: Db, accountIds: number[]): Promise<CreditPackRow[]> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.id', 'lot.account_id', 'lot.product_code', 'lot.label', 'lot.purchased_at', 'lot.expires_at'])
    .select([
      sql<number>`(sum(entry.credits) filter (where entry.kind = 'purchase'))::int`.as('bought'),
      sql<number>`coalesce(-sum(entry.credits) filter (where entry.kind = 'debit'), 0)::int`.as('spent'),
      sql<number>`sum(entry.credits)::int`.as('remaining'),
    ])
    .where('lot.account_id', '=', sql<number>`any(${accountIds})`)
    .groupBy('lot.id')
    .orderBy('lot.purchased_at')
    .orderBy('lot.id')
    .execute();
}

/**
 * Expired lots with credits still in the ledger, a few at a time; not while a running generation or batch of the account
 * may use one.
 */
export function lotsToExpire(db: Db, due: { now: Date; limit: number }): Promise<{ id: number; account_id: number }[]> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.id', 'lot.account_id'])
    .where('lot.expires_at', '<=', due.now)
    .where(
      sql<boolean>`not exists (
        select from statement s where s.account_id = lot.account_id and s.generating_until > ${due.now})`,
    )
    .where(sql<boolean>`not exists (select from credit_reservation r where r.account_id = lot.account_id)`)
    .groupBy('lot.id')
    .having(sql<boolean>`sum(entry.credits) > 0`)
    .orderBy('lot.id')
    .limit(due.limit)
    .execute();
}

export async function remainingOfLot(db: Db, lotId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_entry')
    .select(sql<number>`coalesce(sum(credits), 0)::int`.as('remaining'))
    .where('lot_id', '=', lotId)
    .executeTakeFirstOrThrow();
  return row.remaining;
}

export function findLot(
  db: Db,
  lotId: number,
): Promise<{ account_id: number; label: string; expires_at: Date | null; remaining: number } | undefined> {
  return db
    .selectFrom('credit_lot as lot')
    .innerJoin('ledger_entry as entry', 'entry.lot_id', 'lot.id')
    .select(['lot.account_id', 'lot.label', 'lot.expires_at', sql<number>`sum(entry.credits)::int`.as('remaining')])
    .where('lot.id', '=', lotId)
    .groupBy('lot.id')
    .executeTakeFirst();
}

/** False once the account is gone. */
export async function wantsNotices(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('notices_stopped_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
