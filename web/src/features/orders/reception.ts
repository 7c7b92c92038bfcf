import type { orderOfSession } from '@clairisque/contract/orders.ts';
import { ApiFailure, type Answer } from '#lib/api.ts';

type Order = Answer<typeof orderOfSession>;

/**
 * State of the return page. `none`: the URL names no payment; `foreign`: the order is not this account's; `unknown`: no
 * response.
 */
export type Reception =
  | { state: 'none' | 'signed-out' | 'asking' | 'foreign' | 'unknown' | Exclude<Order['etat'], 'payee'> }
  | ({ state: 'payee' } & Omit<Order, 'etat'>);

type Known = {
  sessionId: string | null;
  isAuthenticated: boolean;
  order: { data: Order | undefined; error: Error | null };
};

export function receptionOf({ sessionId, isAuthenticated, order }: Known): Reception {
  if (!isAuthenticated) return { state: 'signed-out' };
  if (sessionId === null || sessionId === '') return { state: 'none' };
  if (order.data) {
    const { etat, ...rest } = order.data;
    return etat === 'payee' ? { state: etat, ...rest } : { state: etat };
  }
  if (order.error === null) return { state: 'asking' };
  const isRefused = order.error instanceof ApiFailure && order.error.status !== null && order.error.status < 500;
  return { state: isRefused ? 'foreign' : 'unknown' };
}
