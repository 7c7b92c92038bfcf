import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const MAX_RETRIES = 3;
const LONGEST_PAUSE_MS = 10_000;

/** A refusal is final, except 429; no answer and 5xx are worth asking again. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false;
  if (!(error instanceof ApiFailure)) return false;
  return error.status === null || error.status >= 500 || error.status === 429;
}

/** As long as the server asks, and nobody looks at a page that loads; 1 s, 2 s, then 4 s at least. */
export function pauseBefore(failureCount: number, error: Error): number {
  const asked = error instanceof ApiFailure ? error.retryAfterMs : null;
  return Math.min(LONGEST_PAUSE_MS, Math.max(asked ?? 0, 1000 * 2 ** failureCount));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay: pauseBefore, throwOnError: false },
  },
});
