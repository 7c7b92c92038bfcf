import { generationProgress } from '@clairisque/contract/issuance.ts';
import { queryOptions } from '@tanstack/react-query';
import { generateStatement } from '#responses/statements.ts';
import { ApiFailure, call } from '#lib/api.ts';

/** The prescribed messages already last 63 s: the slowest source decides, not this screen. */
const TIMEOUT_MS = 5 * 60_000;
const MAX_RETRIES = 2;
const PROGRESS_EVERY_MS = 1000;

/**
 * Issues the statement. A query rather than a mutation: the server issues and debits once however often it is called,
 * so a second mount, a reload or a second tab may call again and wait for the same answer. Only a missing answer is
 * retried, never a refusal. Leaving the screen does not abort it.
 */
export function issueQuery(erpId: number) {
  return queryOptions({
    queryKey: ['statement-issue', erpId],
    queryFn: () => call(generateStatement, { params: { erp_id: String(erpId) }, timeoutMs: TIMEOUT_MS }),
    retry: (count, error) => count < MAX_RETRIES && error instanceof ApiFailure && error.status === null,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** Progress of the sources; polled every second while `isRunning`. Its failures are ignored. */
export function progressQuery(erpId: number, isRunning: boolean) {
  return queryOptions({
    queryKey: ['statement-progress', erpId, isRunning],
    queryFn: ({ signal }) => call(generationProgress, { params: { erp_id: String(erpId) }, signal }),
    retry: false,
    refetchInterval: isRunning ? PROGRESS_EVERY_MS : false,
    placeholderData: (previous) => previous,
  });
}
