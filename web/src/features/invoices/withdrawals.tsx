import { withdrawable, type Withdrawable } from '@clairisque/contract/invoices.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import styles from './invoices.module.css';
import { WithdrawalDialog } from './withdrawal-dialog.tsx';
import { unusedWords } from './withdrawal-words.ts';

/** The withdrawal function, in sight as long as the law gives the right (art. L221-21 et D221-5, decision M6). */
export function Withdrawals() {
  const [asked, setAsked] = useState<Withdrawable | null>(null);
  const offers = useQuery({ queryKey: ['withdrawable'], queryFn: ({ signal }) => call(withdrawable, { signal }) });
  const close = () => {
    setAsked(null);
    // The button that opened the window may be gone with its order.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('mes-factures')?.focus();
    });
  };
  return (
    <>
      {offers.data && offers.data.length > 0 && (
        <section className={styles.withdrawals} aria-labelledby="retractation">
          <h3 id="retractation">Droit de rétractation</h3>
          <p>
            Pendant quatorze jours, vous pouvez renoncer sans motif aux crédits que vous n’avez pas utilisés&nbsp;: ils
            vous sont remboursés.
          </p>
          <ul>
            {offers.data.map((offer) => (
              <li key={offer.commande}>
                <span className={styles.offer}>
                  <strong>{offer.produit}</strong>
                  {offer.numero_facture && `, facture ${offer.numero_facture}`}
                  <span className={styles.small}>
                    {unusedWords(offer)} Jusqu’au {formatMoment(offer.jusqu_au)}.
                  </span>
                </span>
                <Button variant="secondary" onClick={() => setAsked(offer)}>
                  Renoncer au contrat ici
                  <span className="visually-hidden"> ({offer.produit})</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked && <WithdrawalDialog offer={asked} onClose={close} />}
    </>
  );
}
