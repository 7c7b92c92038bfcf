import { readOrder } from '#features/orders/kept-order.ts';
import { useIsAlreadyPaid } from '#features/orders/opened-payment.ts';
import { adoptDraft, hasOwnDraft, useOfferedDraft } from '#features/statements/kept-draft.ts';
import { RESUME, ResumeStatement } from '#features/statements/resume-statement.tsx';
import { getCookie } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import styles from './resume-banner.module.css';

/** What was interrupted by the sign-in, or left on another machine, goes on in one click (decision A5). */
export function ResumeBanner() {
  const isAlreadyPaid = useIsAlreadyPaid();
  const order = isAlreadyPaid ? null : readOrder();
  const own = getCookie('statut_realisation_erp') === '2' ? getCookie('adresse') : null;
  const kept = useOfferedDraft(hasOwnDraft());
  const address = own ?? kept?.adresse;
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
        <ResumeStatement
          adresse={address}
          action={
            <ButtonLink to={paths.wizard} onClick={() => kept && adoptDraft(kept)}>
              {RESUME}
            </ButtonLink>
          }
        />
      )}
    </div>
  );
}
