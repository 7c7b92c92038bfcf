import type { Deps } from '#deps.ts';
import { createCreditPackReader, listMyCreditPacks } from '#features/credits/credits.ts';
import { balanceOf, TEST_BALANCE } from './balance.rules.ts';

type BalanceReader = (deps: Deps, accountId: number) => Promise<ReturnType<typeof balanceOf>>;

export const readBalance: BalanceReader = async (deps, accountId) =>
  deps.mode === 'test' ? TEST_BALANCE : balanceOf(await listMyCreditPacks(deps, accountId));

/** The same, for calls that many programs repeat: concurrent reads are batched. */
export function createBalanceReader(live: Deps): BalanceReader {
  const packsOf = createCreditPackReader(live);
  return async ({ mode }, accountId) => (mode === 'test' ? TEST_BALANCE : balanceOf(await packsOf(accountId)));
}
