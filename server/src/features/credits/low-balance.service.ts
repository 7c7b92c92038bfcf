import type { Deps } from '#deps.ts';
import { emitEvent, findSpace } from '#features/events/events.ts';
import { findLastLot, sumLots } from './credits.queries.ts';

/** A balance is low at or below this. */
export const LOW_BALANCE = 2;

/**
 * Writes `credits.low`, once since the last purchase, for a space whose balance is low. Call it in the transaction that
 * debits.
 */
export async function emitLowBalance(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, accountId: number): Promise<void> {
  const spaceId = await findSpace(deps.db, accountId);
  if (spaceId === undefined) return;
  const [row] = await sumLots(deps.db, { accountIds: [accountId], now: deps.clock() });
  const credits = row?.credits ?? 0;
  if (credits > LOW_BALANCE) return;
  const subject = String(await findLastLot(deps.db, accountId));
  await emitEvent(deps, { spaceId, type: 'credits.low', subject, data: { credits } });
}
