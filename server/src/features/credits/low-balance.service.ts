import { LOW_CREDITS } from '@clairisque/contract/common/events.ts';
import { emitForAccount, findSpace, type Emitter } from '#features/events/events.ts';
import { sumEntries, sumLots } from './credits.queries.ts';
import { sumReserved } from './reservations.queries.ts';

/**
 * Writes `credits.low` when `taken` made the space's balance low, once however often it falls while it is low. Call it
 * in the transaction that took them, with the ledger locked.
 */
export async function emitLowBalance(deps: Emitter, accountId: number, taken: number): Promise<void> {
  // Most accounts never used the API.
  if ((await findSpace(deps, accountId)) === undefined) return;
  const reserved = (await sumReserved(deps.db, [accountId])).get(accountId) ?? 0;
  // With what has expired and is not written off: an expiry counts once, when it is written.
  const left = (await sumEntries(deps.db, accountId)) - reserved;
  if (left > LOW_CREDITS || left + taken <= LOW_CREDITS) return;
  const [row] = await sumLots(deps.db, { accountIds: [accountId], now: deps.clock() });
  const credits = Math.max(0, (row?.credits ?? 0) - reserved);
  await emitForAccount(deps, accountId, { type: 'credits.low', data: { credits } });
}
