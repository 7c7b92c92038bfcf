import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const MAX_RETRIES = 3;
const LONGEST_PAUSE_MS = 10_000;

/** A refusal is final, except 429; a missing response and 5xx are retried. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false;
  if (!(error instanceof ApiFailure)) return false;
  return error.status === null || error.status >= 500 || error.status === 429;
}

/** The delay required by the server, while the page shows that it is loading; at least 1 s, 2 s, then 4 s. */
export function pauseBefore(failureCount: number, error: Error): number {
  const asked = error instanceof ApiFailure ? error.retryAfterMs : null;
  return Math.min(LONGEST_PAUSE_MS, Math.max(asked ?? 0, 1000 * 2 ** failureCount));
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}
/** `failure`: the sentence that logs a failure, for the calls whose failures are logged. */
type Meta = { failure?: string };

function logIfAsked(error: Error, { failure }: Meta = {}): void {
  if (failure !== undefined) logFailure(failure, error);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => logIfAsked(error, meta) }),
  mutationCache: new MutationCache({ onError: (error, ...[, , { meta }]) => logIfAsked(error, meta) }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay: pauseBefore, throwOnError: false },
  },
});

/** Prescribed console messages: counts of the list, and failures that no screen shows. */
export function logInfo(sentence: string): void {
  console.info(sentence);
}

/** Logs a failure without the details of the call, which may contain personal data. */
function logFailure(sentence: string, error: Error): void {
  console.warn(`${sentence} (${error.message}).`);
}
