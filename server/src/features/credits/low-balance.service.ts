import { emitForAccount, findSpace, type Emitter } from '#features/events/events.ts';
import { sumEntries, sumLots } from './credits.queries.ts';
import { sumReserved } from './reservations.queries.ts';

/** A balance is low at or below this. */
export const LOW_BALANCE = 2;

/**
 * Writes `credits.low` when `taken` credits made a space's balance low, which it was not before. Call it in the
 * transaction that took them, with the ledger locked.
 */
export async function emitLowBalance(deps: Emitter, accountId: number, taken: number): Promise<void> {
  // Test credits never run out. Most accounts never used the API.
  if (deps.mode === 'test' || (await findSpace(deps, accountId)) === undefined) return;
  const reserved = (await sumReserved(deps.db, [accountId])).get(accountId) ?? 0;
  // An expired lot counts until it is written off: each fall is seen in one transaction.
  const left = (await sumEntries(deps.db, accountId)) - reserved;
  if (left > LOW_BALANCE || left + taken <= LOW_BALANCE) return;
  const [lots] = await sumLots(deps.db, { accountIds: [accountId], now: deps.clock() });
  const credits = Math.max(0, (lots?.credits ?? 0) - reserved);
  await emitForAccount(deps, accountId, { type: 'credits.low', data: { credits } });
}
