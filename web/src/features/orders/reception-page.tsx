import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { refreshBalance, useIsAuthenticated } from '#lib/session.ts';
import { forgetOrder } from './saved-pack.ts';
import { NextStep, ReceptionMessage, receptionOf } from './reception-message.tsx';
import { orderQuery } from './payment-session.tsx';
import styles from './reception-page.module.css';

/** Back from the payment page. « Paiement validé ! » is shown only after the server has it from the provider. */
export function ReceptionPage() {
  const sessionId = useSearchParams()[0].get('session_id');
  const isAuthenticated = useIsAuthenticated();
  const order = useQuery({ ...orderQuery(sessionId ?? ''), enabled: isAuthenticated && Boolean(sessionId) });
  const reception = receptionOf({ sessionId, isAuthenticated, order });
  const isPaid = reception.state === 'payee';

  useEffect(() => {
    if (!isPaid) return;
    forgetOrder();
    void refreshBalance();
  }, [isPaid]);

  return (
    <div className={`page ${styles.page}`}>
      <h1>RECEPTION DE LA COMMANDE</h1>
      <div aria-live="polite" className={styles.message}>
        <ReceptionMessage reception={reception} />
      </div>
      <div className={styles.actions}>
        <NextStep state={reception.state} isAsking={order.isFetching} onAskAgain={() => void order.refetch()} />
      </div>
    </div>
  );
}
