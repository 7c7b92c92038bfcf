import { readOrder } from '#features/orders/saved-order.ts';
import { getCookie } from '#lib/cookies.ts';
import { Banner } from '#ui/banner.tsx';

/** Tells a visitor who must sign in that the interrupted work is kept. */
export function WaitingBanner() {
  const address = getCookie('statut_realisation_erp') === '2' ? getCookie('adresse') : null;
  const waiting = address || readOrder()?.label;
  if (!waiting) return null;
  return (
    <Banner title={address ? 'Votre état des risques vous attend' : 'Votre commande vous attend'}>
      {waiting}. Avec votre compte, vous reprenez là où vous en étiez.
    </Banner>
  );
}
