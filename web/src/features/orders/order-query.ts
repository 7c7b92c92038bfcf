import { orderOfSession } from '@clairisque/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

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
