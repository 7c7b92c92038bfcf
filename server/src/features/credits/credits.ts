import type { CreditPack } from '@clairisque/contract/credits.ts';
import type { Db } from '#platform/db/db.ts';
import type { Clock } from '#platform/clock.ts';
import type { Emitter } from '#features/events/events.ts';
import { createBatch } from '#platform/shared-calls.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import {
  findLotOfOrder,
  insertEntry,
  insertLot,
  listCreditPacks,
  lockAccount,
  lotsToExpire,
  remainingOfLot,
  spendableLots,
  sumLots,
  type CreditPackRow,
} from './credits.queries.ts';
import { emitLowBalance } from './low-balance.service.ts';

export { wantsNotices } from './credits.queries.ts';
export { ledgerViolations } from './ledger-invariants.service.ts';
export {
  createReservationReader,
  endReservation,
  releaseCredits,
  reserveCredits,
  reservedCredits,
} from './reservations.service.ts';
export { emitLowBalance };

type LedgerDeps = { db: Db; clock: Clock };

/** Credits that can be spent now: the ledger's sum over the unexpired lots. */
export async function balance(deps: LedgerDeps, accountId: number): Promise<number> {
  const [credits] = (await balances(deps, [accountId])).values();
  return credits ?? 0;
}

/** Gives the balance of each account; those without credits are left out. */
export async function balances(deps: LedgerDeps, accountIds: number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sumLots(deps.db, { accountIds, now: deps.clock() });
  return new Map(rows.map(({ account_id, credits }) => [account_id, credits]));
}

export function noCredit(): AppError {
  return new AppError('no_credit', "Vous n'avez pas de crédit");
}

/**
 * Locks the ledger until the end of the transaction; false when the account is gone. Take it before any lock on a
 * statement.
 */
export function lockLedger(deps: LedgerDeps, accountId: number): Promise<boolean> {
  return lockAccount(deps.db, accountId);
}

/**
 * Pays for a statement with one credit of the lot that expires first, as of `at`, the start of its generation: a pack
 * that expires during the generation still pays (decision 0005). Call it inside the issuing transaction. Throws
 * `no_credit`. The unique index of the ledger refuses a second debit of the same statement.
 */
export async function debitCredit(
  deps: LedgerDeps,
  debit: { accountId: number; statementId: number; at: Date },
): Promise<void> {
  if (!(await lockLedger(deps, debit.accountId))) throw noCredit();
  const [lot] = await spendableLots(deps.db, { accountId: debit.accountId, now: debit.at });
  if (lot === undefined) throw noCredit();
  await insertEntry(deps.db, {
    account_id: debit.accountId,
    lot_id: lot.id,
    kind: 'debit',
    credits: -1,
    statement_id: debit.statementId,
    created_at: debit.at,
  });
}

/** Product of a free lot: a credit refunded by support. */
export const GOODWILL = 'GESTE';

/** Adds a lot and its credits. Call it inside the transaction that grants them. */
export async function buyLot(
  deps: LedgerDeps,
  lot: {
    accountId: number;
    orderId?: string;
    productCode: string;
    label: string;
    credits: number;
    expiresAt: Date | null;
  },
): Promise<void> {
  const now = deps.clock();
  const { id } = await insertLot(deps.db, {
    account_id: lot.accountId,
    order_id: lot.orderId ?? null,
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

/**
 * Takes up to `credits` unspent credits from an order's lot; returns how many it took. Call it inside the refund's
 * transaction.
 */
export async function takeBackCredits(
  deps: Emitter,
  { orderId, credits }: { orderId: string; credits: number },
): Promise<number> {
  const lot = await findLotOfOrder(deps.db, orderId);
  if (lot === undefined) return 0;
  await lockAccount(deps.db, lot.account_id);
  const taken = Math.min(credits, await remainingOfLot(deps.db, lot.id));
  if (taken === 0) return 0;
  await writeEntry(deps, lot, { kind: 'refund', credits: -taken });
  await emitLowBalance(deps, lot.account_id, taken);
  return taken;
}

/** Restores the credits that a refund had taken. */
export async function restoreCredits(
  deps: LedgerDeps,
  { orderId, credits }: { orderId: string; credits: number },
): Promise<void> {
  const lot = await findLotOfOrder(deps.db, orderId);
  if (lot !== undefined && credits > 0) await writeEntry(deps, lot, { kind: 'restore', credits });
}

/** Unspent credits of an order's lot. */
export async function unspentCredits(deps: LedgerDeps, orderId: string): Promise<number> {
  return (await findLotOfOrder(deps.db, orderId))?.remaining ?? 0;
}

const EXPIRED_AT_ONCE = 200;

/** Writes off the credits left in expired lots; returns how many lots. Safe to run twice, and beside debits. */
export async function expireLots(deps: Emitter): Promise<number> {
  let expired = 0;
  for (;;) {
    const lots = await lotsToExpire(deps.db, { now: deps.clock(), limit: EXPIRED_AT_ONCE });
    for (const lot of lots) await expireLot(deps, lot);
    expired += lots.length;
    if (lots.length < EXPIRED_AT_ONCE) return expired;
  }
}

function expireLot(deps: Emitter, lot: { id: number; account_id: number }): Promise<void> {
  return transact(deps, async (deps) => {
    await lockAccount(deps.db, lot.account_id);
    const remaining = await remainingOfLot(deps.db, lot.id);
    if (remaining === 0) return;
    await writeEntry(deps, lot, { kind: 'expiry', credits: -remaining });
    await emitLowBalance(deps, lot.account_id, remaining);
  });
}

/** The screen shows « Illimité » for an expiry more than fifty years away, and « N/A » for none. */
const UNLIMITED_YEARS = 100;

/** The caller's lots, as the balance page shows them. */
export async function listMyCreditPacks(deps: LedgerDeps, accountId: number): Promise<CreditPack[]> {
  return shownPacks(await listCreditPacks(deps.db, [accountId]), deps.clock());
}

/** Reads packs; concurrent reads are batched. */
export function createCreditPackReader(deps: LedgerDeps): (accountId: number) => Promise<CreditPack[]> {
  return createBatch(async (accountIds: number[]) => {
    const rows = Map.groupBy(await listCreditPacks(deps.db, accountIds), (row) => row.account_id);
    return (accountId) => shownPacks(rows.get(accountId) ?? [], deps.clock());
  });
}

function shownPacks(rows: CreditPackRow[], now: Date): CreditPack[] {
  return rows.map((row) => {
    const expired = row.expires_at !== null && row.expires_at <= now;
    return {
      id_formule: row.id,
      formule: row.label,
      produits: 'État des risques',
      nb_credits: row.bought,
      date_d_achat: row.purchased_at.toISOString(),
      date_de_peremption: (row.expires_at ?? yearsAfter(row.purchased_at, UNLIMITED_YEARS)).toISOString(),
      nb_restants: expired ? 0 : row.remaining,
      nb_consommes: row.spent,
      statut: expired ? 'EXP' : 'VAL',
    };
  });
}

function yearsAfter(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

function writeEntry(
  deps: LedgerDeps,
  lot: { id: number; account_id: number },
  entry: { kind: 'expiry' | 'refund' | 'restore'; credits: number },
): Promise<void> {
  return insertEntry(deps.db, { account_id: lot.account_id, lot_id: lot.id, ...entry, created_at: deps.clock() });
}
