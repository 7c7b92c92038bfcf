import { ArrowRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { UNIT_PRICE } from '#lib/packs.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './account-gate.module.css';
import { readOrder } from '#features/orders/saved-order.ts';
import { getCookie } from '#lib/cookies.ts';

/** Shown to a visitor who must sign in: the interrupted work is kept, and what is left to do until it is done. */
export function AccountGate() {
  const work = waitingWork();
  const { pathname } = useLocation();
  if (work === null) return null;
  return (
    <section className={styles.gate} aria-labelledby="en-attente">
      <h2 id="en-attente">{work.isStatement ? 'Votre état des risques vous attend' : 'Votre commande vous attend'}</h2>
      <p>{work.what}. Avec votre compte, vous reprenez là où vous en étiez.</p>
      <ol className={styles.way} aria-label="Ce qui reste à faire">
        <li aria-current="step">
          Compte <ArrowRight aria-hidden="true" />
        </li>
        <li>
          {work.isStatement ? `Paiement ${UNIT_PRICE}` : 'Paiement'} <ArrowRight aria-hidden="true" />
        </li>
        <li>{work.isStatement ? 'PDF' : 'Crédits'}</li>
      </ol>
      {pathname === paths.login && (
        <div className={styles.choices}>
          <ButtonLink to={paths.signUp} variant="secondary" size="large">
            Créer un compte
          </ButtonLink>
          <ButtonLink
            to="#connexion"
            variant="secondary"
            size="large"
            onClick={() => document.getElementById('connexion')?.querySelector('input')?.focus()}
          >
            J’ai déjà un compte
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** The statement, else the order, that a sign-in interrupted; null without one. */
export function waitingWork(): { isStatement: boolean; what: string } | null {
  const address = getCookie('statut_realisation_erp') === '2' ? getCookie('adresse') : null;
  if (address) return { isStatement: true, what: address };
  const label = readOrder()?.label;
  return label ? { isStatement: false, what: label } : null;
}
