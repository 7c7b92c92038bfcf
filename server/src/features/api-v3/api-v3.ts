import type { Deps } from '#deps.ts';
import {
  createCreditPackReader,
  createReservationReader,
  listMyCreditPacks,
  reservedCredits,
} from '#features/credits/credits.ts';
import { balanceOf, TEST_BALANCE } from './balance.rules.ts';

export { assess, locate, type Located } from './assess.service.ts';
export { answersInFrench, listQuestionsOf, propose } from './answers.service.ts';
export { keepPlanned, refusePlanned } from './checks.service.ts';
export { factsInV3 } from './facts.service.ts';
export { once } from './attempts.service.ts';
export { fieldsOf, inV3 } from './fields.rules.ts';
export { digestOf, idempotencyKeyOf } from './idempotency.service.ts';
export { issueStatement } from './issue.service.ts';
export { findAddresses, findParcels } from './places.service.ts';
export { findProperty, locateAll, metresFromAddress, type Property } from './property.service.ts';
export { listStatements, readStatement } from './statements.service.ts';

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
