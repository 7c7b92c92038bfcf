import { openHandover } from '@clairisque/contract/handovers.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call, type Answer } from '#lib/api.ts';

export type OpenedHandover = Answer<typeof openHandover>;

const RETRIES = 2;

/** Each call is an opening that the owner sees: asked once a visit, and again only when no answer came. */
export const openedQuery = (token: string) =>
  queryOptions({
    queryKey: ['opened-handover', token],
    queryFn: ({ signal }) => call(openHandover, { params: { jeton: token }, signal }),
    staleTime: Infinity,
    retry: (count, error) => count < RETRIES && error instanceof ApiFailure && error.status === null,
  });

/** Unknown, revoked and expired are told alike; so is what cannot be a token. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 400);
}
