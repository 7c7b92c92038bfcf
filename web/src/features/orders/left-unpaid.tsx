import { Banner } from '#ui/banner.tsx';
import { useIsLeftUnpaid } from './opened-payment.ts';

/** Back from the payment page by its « Annuler », or by the browser's. */
export function LeftUnpaid() {
  if (!useIsLeftUnpaid()) return null;
  return (
    <Banner live title="Le paiement n’a pas été fait">
      Rien n’est dû et votre commande est enregistrée. Pour la reprendre, cochez de nouveau les deux cases.
    </Banner>
  );
}
