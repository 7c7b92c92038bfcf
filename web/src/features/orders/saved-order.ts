import { localStore } from '#lib/storage.ts';
import { getCookie, OPENED_PAYMENT_KEY, PURCHASE_COOKIES, removeCookies, setCookie } from '#lib/cookies.ts';
import { formatEuros, PACKS, type Pack } from '#pages/pricing/packs.ts';
import { DURATIONS, entryOf, orderIn, type Bespoke } from './custom-order.ts';

/**
 * The pending order, in the prescribed cookies: it survives the sign-in, the payment page and the Back button. Only the
 * product and the numbers are read back; prices are the server's.
 */
export type KeptOrder = { label: string } & ({ pack: Pack } | { bespoke: Bespoke });

const BESPOKE_CODE = 'PAS';

export function keepPack(pack: Pack): void {
  forgetOrder();
  setCookie('produit', pack.code);
  setCookie('detail_produit', labelOfPack(pack));
  setCookie('quantite', String(pack.credits));
}

export function keepBespoke(bespoke: Bespoke): void {
  forgetOrder();
  setCookie('produit', BESPOKE_CODE);
  setCookie('detail_produit', labelOfBespoke(bespoke));
  setCookie('quantite', String(bespoke.quantity));
  setCookie('duree', bespoke.duration);
}

/** Resets the purchase. */
export function forgetOrder(): void {
  localStore.removeItem(OPENED_PAYMENT_KEY);
  removeCookies(PURCHASE_COOKIES);
}

/** A cookie may contain anything: an unknown product means no order. */
export function readOrder(): KeptOrder | null {
  const code = getCookie('produit');
  const pack = PACKS.find((one) => one.code === code);
  if (pack) return { pack, label: labelOfPack(pack) };
  const bespoke = code === BESPOKE_CODE ? readBespoke() : null;
  return bespoke && { bespoke, label: labelOfBespoke(bespoke) };
}

export function readPack(): Pack | null {
  const order = readOrder();
  return order !== null && 'pack' in order ? order.pack : null;
}

export function readBespoke(): Bespoke | null {
  const duration = getCookie('duree') ?? '';
  if (getCookie('produit') !== BESPOKE_CODE || !DURATIONS.some(({ value }) => value === duration)) return null;
  return orderIn(entryOf({ quantity: Number(getCookie('quantite')), duration }));
}

export function countOf(credits: number): string {
  return `${credits.toLocaleString('fr-FR')} ${credits > 1 ? 'crédits' : 'crédit'}`;
}

function labelOfPack({ credits, priceCents }: Pack): string {
  return `${countOf(credits)}, ${formatEuros(priceCents)} TTC`;
}

function labelOfBespoke({ quantity, duration }: Bespoke): string {
  const months = Number(duration);
  return `${countOf(quantity)} sur mesure, ${months ? `valables ${months} mois` : 'sans limite de durée'}`;
}
