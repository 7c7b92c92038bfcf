import { withdrawable, type Withdrawable } from '@clairisque/contract/invoices.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
  const list = offers.data;
  const lastAsked = useRef<string | null>(null);
  const ask = (offer: Withdrawable) => {
    lastAsked.current = offer.commande;
    setAsked(offer);
  };
  useEffect(() => {
    // The button that opened the window goes with its order, before or after the window: the focus must not be lost.
    const isGone = list?.every((offer) => offer.commande !== lastAsked.current);
    if (asked !== null || lastAsked.current === null || !isGone) return;
    lastAsked.current = null;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('mes-factures')?.focus();
    });
  }, [asked, list, lastAsked]);
  return (
    <>
      {list && list.length > 0 && (
        <section className={styles.withdrawals} aria-labelledby="retractation">
          <h3 id="retractation">Droit de rétractation</h3>
          <p>
            Pendant quatorze jours, vous pouvez renoncer sans motif aux crédits que vous n’avez pas utilisés&nbsp;: ils
            vous sont remboursés.
          </p>
          <ul>
            {list.map((offer) => (
              <li key={offer.commande}>
                <span className={styles.offer}>
                  <strong>{offer.produit}</strong>
                  {offer.numero_facture && `, facture ${offer.numero_facture}`}
                  <span className={styles.small}>
                    {unusedWords(offer)} Jusqu’au {formatMoment(offer.jusqu_au)}.
                  </span>
                </span>
                <Button variant="secondary" onClick={() => ask(offer)}>
                  Renoncer au contrat ici
                  <span className="visually-hidden"> ({offer.produit})</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked && <WithdrawalDialog offer={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
