import { useQuery, queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OPENED_PAYMENT_KEY } from '#lib/cookies.ts';
import { refreshBalance, useIsAuthenticated } from '#lib/session.ts';
import { localStore } from '#lib/storage.ts';
import { readOrder } from './saved-order.ts';
import { forgetOrder } from './saved-pack.ts';
import { orderOfSession } from '@clairisque/contract/orders.ts';
import { call } from '#lib/api.ts';
import { Banner } from '#ui/banner.tsx';

/** The first ones are for a notification that is a moment late; the last one repeats while the page is open. */
const PAUSES_MS = [1_000, 1_500, 2_500, 4_000, 7_000, 12_000, 20_000];
const LAST_PAUSE_MS = 30_000;

/** State of the order of that payment page, polled ever more slowly until it is decided. */
export function orderQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['order-of-session', sessionId],
    queryFn: ({ signal }) => call(orderOfSession, { params: { session_id: sessionId }, signal }),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.etat === 'ouverte' || state.data?.etat === 'en_attente';
      return isOpen ? (PAUSES_MS[state.dataUpdateCount - 1] ?? LAST_PAUSE_MS) : false;
    },
  });
}

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
function useIsLeftUnpaid(): boolean {
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

/** The banner follows « Annuler » on the payment page, or the browser's Back button. */
export function UnpaidBanner() {
  if (!useIsLeftUnpaid()) return null;
  return (
    <Banner live title="Le paiement n’a pas eu lieu">
      Rien n’est dû et votre commande est enregistrée. Pour la reprendre, cochez de nouveau les deux cases.
    </Banner>
  );
}
