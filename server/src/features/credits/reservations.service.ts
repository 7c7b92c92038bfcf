import type { Db } from '#platform/db/db.ts';
import type { Clock } from '#platform/clock.ts';
import { createBatch } from '#platform/shared-calls.ts';
import type { Emitter } from '#features/events/events.ts';
import { AppError } from '#platform/app-error.ts';
import { sumLots } from './credits.queries.ts';
import { emitLowBalance } from './low-balance.service.ts';
import { deleteReservation, lowerReservation, raiseReservation, sumReserved } from './reservations.queries.ts';

/** Reservations are no entries of the ledger: they only keep the rest of the account away from its credits. */
type LedgerDeps = { db: Db; clock: Clock };

/** Credits that running batches may still spend. */
export const reservedCredits = async ({ db }: Pick<LedgerDeps, 'db'>, accountId: number): Promise<number> =>
  (await sumReserved(db, [accountId])).get(accountId) ?? 0;

/** Reads reservations; concurrent reads are batched. */
export const createReservationReader = ({ db }: Pick<LedgerDeps, 'db'>): ((accountId: number) => Promise<number>) =>
  createBatch(async (accountIds: number[]) => {
    const sums = await sumReserved(db, accountIds);
    return (accountId) => sums.get(accountId) ?? 0;
  });

/**
 * Reserves them for a batch, which may have others, besides those already reserved and `inUse` by running generations. Call it in a
 * transaction that has locked the ledger. Throws `no_credit`.
 */
export async function reserveCredits(
  deps: Emitter,
  wanted: { accountId: number; batchId: number; credits: number; inUse: number; at: Date },
): Promise<void> {
  const { accountId, batchId, credits, inUse, at } = wanted;
  const [lots] = await sumLots(deps.db, { accountIds: [accountId], now: at });
  const left = Math.max(0, (lots?.credits ?? 0) - inUse - (await reservedCredits(deps, accountId)));
  if (left < credits) throw tooFew(credits, left);
  await raiseReservation(deps.db, { batch_id: batchId, account_id: accountId, credits, reserved_at: at });
  await emitLowBalance(deps, accountId, credits);
}

function tooFew(credits: number, left: number): AppError {
  const missing = credits - left;
  const has = left === 0 ? 'vous n’en avez plus' : left === 1 ? 'il vous en reste 1' : `il vous en reste ${left}`;
  return new AppError(
    'no_credit',
    `Il vous manque ${missing} ${missing === 1 ? 'crédit' : 'crédits'}\u00A0: cet import en demande ${credits}, ${has}.`,
  );
}

/** Some rows were issued, or will not be. Call it in a transaction that has locked the ledger. */
export const releaseCredits = ({ db }: Pick<LedgerDeps, 'db'>, batchId: number, credits: number): Promise<void> =>
  lowerReservation(db, batchId, credits);

/** The batch has ended. The same. */
export const endReservation = ({ db }: Pick<LedgerDeps, 'db'>, batchId: number): Promise<void> =>
  deleteReservation(db, batchId);
