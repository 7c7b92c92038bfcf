import { readOrder } from '#features/orders/saved-order.ts';
import { getCookie } from '#lib/cookies.ts';

/** The statement, else the order, that a sign-in interrupted; null without one. */
export function waitingWork(): { isStatement: boolean; what: string } | null {
  const address = getCookie('statut_realisation_erp') === '2' ? getCookie('adresse') : null;
  if (address) return { isStatement: true, what: address };
  const label = readOrder()?.label;
  return label ? { isStatement: false, what: label } : null;
}
