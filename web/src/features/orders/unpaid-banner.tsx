import { Banner } from '#ui/banner.tsx';
import { useIsLeftUnpaid } from './payment-session.ts';

/** After « Annuler » on the payment page, or the browser's Back button. */
export function LeftUnpaid() {
  if (!useIsLeftUnpaid()) return null;
  return (
    <Banner live title="Le paiement n’a pas été fait">
      Rien n’est dû et votre commande est enregistrée. Pour la reprendre, cochez de nouveau les deux cases.
    </Banner>
  );
}
