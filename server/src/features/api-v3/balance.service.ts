import type { Deps } from '#deps.ts';
import {
  createCreditPackReader,
  createReservationReader,
  listMyCreditPacks,
  reservedCredits,
} from '#features/credits/credits.ts';
import { balanceOf, TEST_BALANCE } from './balance.rules.ts';

type BalanceReader = (deps: Deps, accountId: number) => Promise<ReturnType<typeof balanceOf>>;

export const readBalance: BalanceReader = async (deps, accountId) => {
  if (deps.mode === 'test') return TEST_BALANCE;
  const [packs, reserved] = await Promise.all([listMyCreditPacks(deps, accountId), reservedCredits(deps, accountId)]);
  return balanceOf(packs, reserved);
};

/** Reads balances for calls that many programs repeat: concurrent reads are batched. */
export function createBalanceReader(live: Deps): BalanceReader {
  const packsOf = createCreditPackReader(live);
  const reservedOf = createReservationReader(live);
  return async ({ mode }, accountId) => {
    if (mode === 'test') return TEST_BALANCE;
    return balanceOf(...(await Promise.all([packsOf(accountId), reservedOf(accountId)])));
  };
}
