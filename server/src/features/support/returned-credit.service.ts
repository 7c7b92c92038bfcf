import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { buyLot, GOODWILL, lockLedger } from '#features/credits/credits.ts';
import { creditsExpireAt } from '#domain/credits/refunds.ts';
import { AppError } from '#platform/app-error.ts';
import { act, type Asked, type Done } from './journal.service.ts';
import { findDebit, isReturned, type DebitRow } from './support.queries.ts';
import { moment } from './sheets.rules.ts';

/** A returned credit can be spent for at least this long, even when its original pack expires earlier. */
const MONTHS_AT_LEAST = 3;

/**
 * Returns the credit of one statement, once (decision 0029): a lot of one credit without an order, since nothing was
 * paid for it and nothing can be refunded. The statement stays issued and debited. Throws `not_found` for a statement
 * without debit, `conflict` for one already returned, by a credit or with its whole order.
 */
export function returnCredit(deps: Deps, asked: Asked, reference: string): Promise<Done> {
  return act(deps, asked, async (deps) => {
    const debit = await findDebit(deps.db, reference.toUpperCase());
    if (debit === undefined) throw new AppError('not_found', `Aucun état « ${reference} » payé par un crédit.`);
    // Serialised: the second call finds the row of the first.
    await lockLedger(deps, debit.account_id);
    const target = `statement ${debit.statement_id}`;
    if (await isReturned(deps.db, target)) {
      throw new AppError('conflict', 'Le crédit de cet état a déjà été rendu.');
    }
    if (debit.refunded) throw new AppError('conflict', 'La commande de ce crédit a été remboursée en entier.');
    const expiresAt = expiryOf(deps, debit);
    await buyLot(deps, {
      accountId: debit.account_id,
      productCode: GOODWILL,
      label: `Crédit rendu, ${reference.toUpperCase()}`,
      credits: 1,
      expiresAt,
    });
    return {
      accountId: debit.account_id,
      target,
      before: { debitedLot: debit.lot_id, order: debit.order_id },
      after: { credits: 1, expiresAt },
      messages: [
        `Compte ${debit.account_id} : un crédit rendu, pris sur « ${debit.lot_label} ».`,
        `À dépenser avant : ${expiresAt === null ? 'sans limite' : moment(expiresAt)}.`,
      ],
    };
  });
}

function expiryOf(deps: Deps, { expires_at: former }: DebitRow): Date | null {
  if (former === null) return null;
  const soonest = creditsExpireAt(Temporal.Instant.fromEpochMilliseconds(deps.clock().getTime()), MONTHS_AT_LEAST);
  return soonest === null ? former : new Date(Math.max(former.getTime(), soonest.epochMilliseconds));
}
