import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

/** Locks the account: everyone who writes its ledger waits here, so sums cannot be raced. False when it is gone. */
export async function lockAccount(db: Db, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export type LotBalance = { id: number; expires_at: Date | null; remaining: number };

/** Lots with credits left at `now`, soonest expiry first, those without expiry last, then oldest purchase. */
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
  lot: { account_id: number; product_code: string; label: string; purchased_at: Date; expires_at: Date | null },
): Promise<{ id: number }> {
  return db.insertInto('credit_lot').values(lot).returning('id').executeTakeFirstOrThrow();
}

export async function insertEntry(
  db: Db,
  entry: {
    account_id: number;
    lot_id: number;
    kind: 'purchase' | 'debit';
    credits: number;
    statement_id?: number;
    created_at: Date;
  },
): Promise<void> {
  await db.insertInto('ledger_entry').values(entry).execute();
}
