import { emitForAccount, findSpace, type Emitter } from '#features/events/events.ts';
import { findLastLot, sumLots } from './credits.queries.ts';

/** A balance is low at or below this. */
export const LOW_BALANCE = 2;

/**
 * Writes `credits.low`, once since the last purchase, for a space whose balance is low. Call it in the transaction that
 * debits.
 */
export async function emitLowBalance(deps: Emitter, accountId: number): Promise<void> {
  // Most accounts never used the API.
  if ((await findSpace(deps, accountId)) === undefined) return;
  const [row] = await sumLots(deps.db, { accountIds: [accountId], now: deps.clock() });
  const credits = row?.credits ?? 0;
  if (credits > LOW_BALANCE) return;
  const subject = String(await findLastLot(deps.db, accountId));
  await emitForAccount(deps, accountId, { type: 'credits.low', subject, data: { credits } });
}
