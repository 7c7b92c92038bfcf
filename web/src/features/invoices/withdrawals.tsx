import { REFUND } from '@clairisque/contract/common/consents.ts';
import { withdrawable, type Withdrawable } from '@clairisque/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import styles from './invoices.module.css';
import { WithdrawalDialog, unusedWords } from './withdrawal-dialog.tsx';

type Asked = { isOpen: boolean; offer: Withdrawable | null };
const NOTHING: Asked = { isOpen: false, offer: null };

const ID = 'retractation';

/**
 * The withdrawal function, always visible (art. L221-21 and D221-5); the order is chosen next. `isSettled`: what is above
 * will not push it down any more.
 */
export function Withdrawals({ isSettled }: { isSettled: boolean }) {
  const [{ isOpen, offer }, setAsked] = useState<Asked>(NOTHING);
  const offers = useQuery({ queryKey: ['withdrawable'], queryFn: ({ signal }) => call(withdrawable, { signal }) });
  const list = offers.data ?? [];
  const ask = () => setAsked({ isOpen: true, offer: list.length === 1 ? (list[0] ?? null) : null });
  const heading = useArrival(isSettled);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked(NOTHING);
    // After two dialogs in a row, the last one does not know where the focus came from.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <section className={styles.withdrawals} aria-labelledby={ID}>
      <h3 id={ID} ref={heading} tabIndex={-1}>
        Droit de rétractation
      </h3>
      <p>{typeset(REFUND)} Vous n’avez pas à dire pourquoi.</p>
      <Button ref={button} variant="secondary" className={styles.withdraw} loading={offers.isFetching} onClick={ask}>
        Renoncer au contrat ici
      </Button>
      {isOpen && offer === null && (
        <Choice
          list={list}
          hasFailed={offers.isError}
          onChoose={(chosen) => setAsked({ isOpen, offer: chosen })}
          onClose={close}
        />
      )}
      {isOpen && offer !== null && <WithdrawalDialog offer={offer} onClose={close} />}
    </section>
  );
}

/** Focus on the heading, each time that the footer's link leads here. */
function useArrival(isSettled: boolean) {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = isSettled && hash === `#${ID}` ? key : null;
  useEffect(() => {
    if (arrival !== null) heading.current?.focus();
  }, [arrival]);
  return heading;
}

type ChoiceProps = {
  list: readonly Withdrawable[];
  hasFailed: boolean;
  onChoose: (offer: Withdrawable) => void;
  onClose: () => void;
};

function Choice({ list, hasFailed, onChoose, onClose }: ChoiceProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Renoncer au contrat">
      {list.length > 0 && <p>De quelle commande s’agit-il&nbsp;?</p>}
      {list.length === 0 && (
        <p>
          {hasFailed
            ? 'Vos commandes n’ont pas pu être chargées. Réessayez, ou écrivez-nous\u00A0: votre délai n’en dépend pas.'
            : 'Aucune de vos commandes ne peut plus être annulée\u00A0: le délai de quatorze jours est passé, ou tous les crédits sont utilisés.'}
        </p>
      )}
      <ul className={styles.choice}>
        {list.map((offer) => (
          <li key={offer.commande}>
            <Button variant="secondary" onClick={() => onChoose(offer)}>
              <span className={styles.offer}>
                <strong>{offer.produit}</strong>
                {offer.numero_facture && `, facture ${offer.numero_facture}`}
                <span className={styles.small}>
                  {unusedWords(offer)} Jusqu’au {formatMoment(offer.jusqu_au)}.
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
