import type { Deps } from '#deps.ts';
import { holdLedger } from '#features/credits/credits.ts';
import { findOrder, lockOrderRow, type OrderKey, type OrderRow } from './payments.queries.ts';

/**
 * The order, held until the end of the transaction: whoever settles it or takes money back waits here. Its account's ledger
 * is held before it, as by whoever spends a credit or erases an account: one order of locks for all.
 */
export async function holdOrder(deps: Deps, key: OrderKey): Promise<OrderRow | undefined> {
  const seen = await findOrder(deps.db, key);
  if (seen === undefined) return undefined;
  if (seen.account_id !== null) await holdLedger(deps, seen.account_id);
  return lockOrderRow(deps.db, key);
}
