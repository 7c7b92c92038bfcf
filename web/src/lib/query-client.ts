import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const MAX_RETRIES = 3;

/** A refusal is final, except 429; no answer and 5xx are worth asking again, 1 s, 2 s, then 4 s later. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false;
  if (!(error instanceof ApiFailure)) return false;
  return error.status === null || error.status >= 500 || error.status === 429;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying, throwOnError: false },
  },
});
