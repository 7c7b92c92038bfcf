import type { Deps } from '#deps.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { findOrder, lockOrderRow, type OrderKey, type OrderRow } from './orders.queries.ts';

/**
 * Locks the order until the end of the transaction, for settlement and refunds. Locks its account's ledger first, as
 * debits and erasures do: one lock order everywhere.
 */
export async function lockOrder(deps: Deps, key: OrderKey): Promise<OrderRow | undefined> {
  const seen = await findOrder(deps.db, key);
  if (seen === undefined) return undefined;
  if (seen.account_id !== null) await lockLedger(deps, seen.account_id);
  return lockOrderRow(deps.db, key);
}
