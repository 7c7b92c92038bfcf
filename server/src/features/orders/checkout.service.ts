import type { PackCode } from '@clairisque/contract/orders.ts';
import type { Deps } from '#deps.ts';
import { bespokeOrder, CATALOGUE, type PricedOrder } from '#domain/credits/catalogue.ts';
import type { Consent } from '#domain/credits/payment.ts';
import { bespokePriceCents, type Bespoke } from '#domain/credits/pricing.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { keepTerms, refuseOtherVersion } from '#features/accepted-terms/accepted-terms.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { consentColumns, failUnopened, findConsent, insertOrder, saveConsent, saveSession } from './orders.queries.ts';

/** A consent applies to an order made within the hour. */
const CONSENT_MS = 3_600_000;

/** Throws `invalid_input` for another version of the terms than the one in force. */
export async function giveConsent(
  deps: Deps,
  consent: { accountId: number; ip: string; version: string },
): Promise<void> {
  const { accountId, ip, version } = consent;
  refuseOtherVersion(version, 'version');
  await transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    const digest = await keepTerms(deps);
    await saveConsent(deps.db, { account_id: accountId, version, digest, ip, consented_at: deps.clock() });
  });
}

/** Euros, VAT included. */
export function priceOf(order: Bespoke): number {
  return bespokePriceCents(order) / 100;
}

/** Opens the payment page of a pack. Price and quantity come from the catalogue. */
export function buyPack(deps: Deps, accountId: number, code: PackCode): Promise<{ url: string }> {
  return openPage(deps, accountId, CATALOGUE[code]);
}

export function buyBespoke(deps: Deps, accountId: number, request: Bespoke): Promise<{ url: string }> {
  return openPage(deps, accountId, bespokeOrder(request));
}

/** The order is written first, so that a payment always finds it. */
async function openPage(deps: Deps, accountId: number, product: PricedOrder): Promise<{ url: string }> {
  const { email } = await currentUser(deps, { accountId });
  const createdAt = deps.clock();
  const { id, consent } = await writeOrder(deps, product, { accountId, email, createdAt });
  const order = { id, ...product, email, createdAt, consent };
  const cancelPath = product.productCode === 'PAS' ? '/SimulateurSolde' : '/RecapitulatifSolde';
  try {
    const { pageId, url } = await deps.payments.openCheckout({ ...order, cancelPath });
    await saveSession(deps.db, { id, pageId });
    return { url };
  } catch (err) {
    deps.log.warn({ err, orderId: id }, 'payment page not opened');
    // Its consent serves the next attempt.
    await failUnopened(deps.db, id).catch((err: unknown) => deps.log.warn({ err, orderId: id }, 'order left open'));
    throw new AppError('payment_unavailable', 'Une erreur est survenue lors de la création de la session de paiement.');
  }
}

function writeOrder(
  deps: Deps,
  product: PricedOrder,
  buyer: { accountId: number; email: string; createdAt: Date },
): Promise<{ id: string; consent: Consent | null }> {
  const { accountId, email, createdAt } = buyer;
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    const since = new Date(createdAt.getTime() - CONSENT_MS);
    const consent = (await findConsent(deps.db, accountId, since)) ?? null;
    const { id } = await insertOrder(deps.db, {
      account_id: accountId,
      buyer_email: email,
      product_code: product.productCode,
      label: product.label,
      credits: product.credits,
      months: product.months,
      amount_cents: product.amountCents,
      created_at: createdAt,
      ...consentColumns(consent),
    });
    return { id, consent };
  });
}
