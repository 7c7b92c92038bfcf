import type { Db } from '#platform/db.ts';
import type { Clock } from '#platform/clock.ts';
import { Failure } from '#platform/failure.ts';
import { insertEntry, insertLot, lockAccount, spendableLots, sumLots } from './credits.queries.ts';

type LedgerDeps = { db: Db; clock: Clock };

/** Credits that can be spent now: the ledger's sum over the lots that have not expired. */
export async function balance(deps: LedgerDeps, accountId: number): Promise<number> {
  const [credits] = (await balances(deps, [accountId])).values();
  return credits ?? 0;
}

/** The same by account; accounts without credits are left out. */
export async function balances(deps: LedgerDeps, accountIds: number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sumLots(deps.db, { accountIds, now: deps.clock() });
  return new Map(rows.map(({ account_id, credits }) => [account_id, credits]));
}

export function noCredit(): Failure {
  return new Failure('no_credit', "Vous n'avez pas de crédit");
}

/** Holds the ledger until the end of the transaction; false when the account is gone. Take it before any statement's lock. */
export function holdLedger(deps: LedgerDeps, accountId: number): Promise<boolean> {
  return lockAccount(deps.db, accountId);
}

/**
 * Pays a statement with one credit of the soonest-expiring lot (decision S2). Call it inside the issuing transaction.
 * Throws `no_credit`; a second debit of the same statement is refused by the ledger's unique index.
 */
export async function debitCredit(deps: LedgerDeps, debit: { accountId: number; statementId: number }): Promise<void> {
  if (!(await holdLedger(deps, debit.accountId))) throw noCredit();
  const now = deps.clock();
  const [lot] = await spendableLots(deps.db, { accountId: debit.accountId, now });
  if (lot === undefined) throw noCredit();
  await insertEntry(deps.db, {
    account_id: debit.accountId,
    lot_id: lot.id,
    kind: 'debit',
    credits: -1,
    statement_id: debit.statementId,
    created_at: now,
  });
}

/** Adds a lot and its credits. Call it inside the transaction that grants them. */
export async function buyLot(
  deps: LedgerDeps,
  lot: { accountId: number; productCode: string; label: string; credits: number; expiresAt: Date | null },
): Promise<void> {
  const now = deps.clock();
  const { id } = await insertLot(deps.db, {
    account_id: lot.accountId,
    product_code: lot.productCode,
    label: lot.label,
    purchased_at: now,
    expires_at: lot.expiresAt,
  });
  await insertEntry(deps.db, {
    account_id: lot.accountId,
    lot_id: id,
    kind: 'purchase',
    credits: lot.credits,
    created_at: now,
  });
}
