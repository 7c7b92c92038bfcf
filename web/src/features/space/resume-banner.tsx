import { readOrder } from '#features/orders/kept-order.ts';
import { useIsAlreadyPaid } from '#features/orders/opened-payment.ts';
import { getCookie } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import styles from './resume-banner.module.css';

/** What was interrupted by the sign-in goes on in one click (decision A5). */
export function ResumeBanner() {
  const isAlreadyPaid = useIsAlreadyPaid();
  const order = isAlreadyPaid ? null : readOrder();
  const address = getCookie('statut_realisation_erp') === '2' ? getCookie('adresse') : null;
  if (order === null && !address) return null;
  return (
    <div className={styles.stack}>
      {order !== null && (
        <Banner
          tone="success"
          title="Votre commande vous attend"
          action={
            <ButtonLink to={'pack' in order ? paths.orderSummary : paths.simulator}>
              Reprendre votre commande
            </ButtonLink>
          }
        >
          {order.label}
        </Banner>
      )}
      {address && (
        <Banner
          tone="success"
          title="Votre état des risques vous attend"
          action={<ButtonLink to={paths.wizard}>Reprendre votre état des risques</ButtonLink>}
        >
          {address}
        </Banner>
      )}
    </div>
  );
}
