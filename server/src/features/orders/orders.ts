import type { CreditPack } from '@clairisque/contract/credits.ts';
import type { OrderState } from '@clairisque/contract/orders.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { endOfKeeping } from '#domain/invoice/invoice.ts';
import { listMyCreditPacks } from '#features/credits/credits.ts';
import { invoiceNumberOf } from '#features/invoices/invoices.ts';
import { AppError } from '#platform/app-error.ts';
import {
  clearBuyersBefore,
  deleteUnpaidOrders,
  findOrderOfSession,
  pendingOrders,
  type OrderStatus,
} from './orders.queries.ts';
import { settleCheckout } from './settlement.service.ts';

export { ORDER_CONFIRMED_MAIL, SETTLE } from './settlement.service.ts';
export { withdrawFromAll } from './withdrawal.service.ts';

/** The caller's lots, then those whose delayed payment is pending. */
export async function listBalance(deps: Deps, accountId: number): Promise<CreditPack[]> {
  const [lots, pending] = await Promise.all([listMyCreditPacks(deps, accountId), pendingOrders(deps.db, accountId)]);
  const coming = pending.map((order): CreditPack => ({
    formule: order.label,
    produits: 'État des risques',
    nb_credits: order.credits,
    date_d_achat: order.created_at.toISOString(),
    date_de_peremption: null,
    nb_restants: 0,
    nb_consommes: 0,
    statut: 'PENDING',
  }));
  return [...lots, ...coming];
}

const STATES: Record<OrderStatus, z.infer<typeof OrderState>> = {
  open: 'ouverte',
  pending: 'en_attente',
  paid: 'payee',
  failed: 'echouee',
  expired: 'expiree',
};

/**
 * State of a payment page's order. Grants what the provider has received first, so that the returning buyer need not
 * wait for the notification. @throws `not_found` for another account's page.
 */
export async function readOrder(deps: Deps, owned: { accountId: number; pageId: string }) {
  const asked = await findOrderOfSession(deps.db, owned);
  if (asked === undefined) throw new AppError('not_found', 'Cette commande n’existe pas.');
  if (asked.status === 'open' || asked.status === 'pending') await settleQuietly(deps, owned.pageId);
  const order = (await findOrderOfSession(deps.db, owned)) ?? asked;
  return {
    etat: STATES[order.status],
    credits: order.credits,
    produit: order.label,
    numero_facture: await invoiceNumberOf(deps, order.id),
  };
}

/** When the provider is down, the page shows what we know and asks again. */
async function settleQuietly(deps: Deps, pageId: string): Promise<void> {
  await settleCheckout(deps, pageId).catch((err: unknown) => deps.log.warn({ err }, 'order not settled on return'));
}

/** Longer than any means of payment takes. */
const UNPAID_KEPT_MS = 60 * 86_400_000;

/** Deletes unpaid orders, and clears the buyer of orders past the legal retention. */
export async function forgetOldOrders(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock();
  await deleteUnpaidOrders(deps.db, new Date(now.getTime() - UNPAID_KEPT_MS));
  await clearBuyersBefore(deps.db, endOfKeeping(now));
}
