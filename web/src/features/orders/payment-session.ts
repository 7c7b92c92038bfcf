import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OPENED_PAYMENT_KEY } from '#lib/cookies.ts';
import { refreshBalance, useIsAuthenticated } from '#lib/session.ts';
import { localStore } from '#lib/storage.ts';
import { forgetOrder, readOrder } from './saved-order.ts';
import { orderQuery } from './order-query.ts';

/** The identifier in the URL of Stripe's payment page. */
export function rememberPayment(url: string): void {
  const [sessionId] = /cs_\w+/.exec(url) ?? [];
  if (sessionId !== undefined) localStore.setItem(OPENED_PAYMENT_KEY, sessionId);
}

/**
 * True when the order in the cookies is already paid, or being paid: its buyer closed the payment page and never saw
 * the return page. It must not be paid again.
 */
export function useIsAlreadyPaid(): boolean {
  const state = useOpenedPayment();
  const isPaid = state === 'payee';
  useEffect(() => {
    if (!isPaid) return;
    forgetOrder();
    void refreshBalance();
  }, [isPaid]);
  return isPaid || state === 'en_attente';
}

/** True when the buyer left the payment page without paying. */
export function useIsLeftUnpaid(): boolean {
  const state = useOpenedPayment();
  return state === 'ouverte' || state === 'echouee' || state === 'expiree';
}

function useOpenedPayment() {
  const [sessionId] = useState(() => localStore.getItem(OPENED_PAYMENT_KEY));
  const isAuthenticated = useIsAuthenticated();
  const { data } = useQuery({
    ...orderQuery(sessionId ?? ''),
    enabled: isAuthenticated && sessionId !== null && readOrder() !== null,
    refetchInterval: false,
    retry: false,
  });
  return data?.etat;
}
