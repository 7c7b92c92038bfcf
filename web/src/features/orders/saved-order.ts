import { getCookie, setCookie } from '#lib/cookies.ts';
import { PACKS, type Pack } from '#lib/packs.ts';
import { DURATIONS, entryOf, orderIn, type CustomOrder } from './custom-order.ts';
import { countOf, forgetOrder, labelOfPack } from './saved-pack.ts';

/**
 * The pending order, in the prescribed cookies: it survives the sign-in, the payment page and the Back button. Only the
 * product and the numbers are read back; prices are the server's.
 */
export type SavedOrder = { label: string } & ({ pack: Pack } | { customOrder: CustomOrder });

const CUSTOM_CODE = 'PAS';

export function saveCustomOrder(customOrder: CustomOrder): void {
  forgetOrder();
  setCookie('produit', CUSTOM_CODE);
  setCookie('detail_produit', labelOfCustomOrder(customOrder));
  setCookie('quantite', String(customOrder.quantity));
  setCookie('duree', customOrder.duration);
}

/** A cookie may contain anything: an unknown product means no order. */
export function readOrder(): SavedOrder | null {
  const code = getCookie('produit');
  const pack = PACKS.find((one) => one.code === code);
  if (pack) return { pack, label: labelOfPack(pack) };
  const customOrder = code === CUSTOM_CODE ? readCustomOrder() : null;
  return customOrder && { customOrder, label: labelOfCustomOrder(customOrder) };
}

export function readPack(): Pack | null {
  const order = readOrder();
  return order !== null && 'pack' in order ? order.pack : null;
}

export function readCustomOrder(): CustomOrder | null {
  const duration = getCookie('duree') ?? '';
  if (getCookie('produit') !== CUSTOM_CODE || !DURATIONS.some(({ value }) => value === duration)) return null;
  return orderIn(entryOf({ quantity: Number(getCookie('quantite')), duration }));
}

function labelOfCustomOrder({ quantity, duration }: CustomOrder): string {
  const months = Number(duration);
  return `${countOf(quantity)} sur mesure, ${months ? `valables ${months} mois` : 'sans limite de durée'}`;
}
