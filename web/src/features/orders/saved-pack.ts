import { OPENED_PAYMENT_KEY, PURCHASE_COOKIES, removeCookies, setCookie } from '#lib/cookies.ts';
import { localStore } from '#lib/storage.ts';
import { formatEuros, type Pack } from '#lib/packs.ts';

/** A pack in the cookies of `saved-order.ts`. Apart from it: the first view sells packs, and reads no order. */
export function savePack(pack: Pack): void {
  forgetOrder();
  setCookie('produit', pack.code);
  setCookie('detail_produit', labelOfPack(pack));
  setCookie('quantite', String(pack.credits));
}

/** Resets the purchase. */
export function forgetOrder(): void {
  localStore.removeItem(OPENED_PAYMENT_KEY);
  removeCookies(PURCHASE_COOKIES);
}

export function countOf(credits: number): string {
  return `${credits.toLocaleString('fr-FR')} ${credits > 1 ? 'crédits' : 'crédit'}`;
}

export function labelOfPack({ credits, priceCents }: Pack): string {
  return `${countOf(credits)}, ${formatEuros(priceCents)} TTC`;
}
