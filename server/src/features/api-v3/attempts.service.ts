import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@clairisque/contract/common/problems.ts';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { transactUnflushed } from '#platform/db/db.ts';
import { problemOf } from '#platform/http/problems.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { inV3 } from './fields.rules.ts';
import { updateRequest } from './requests.queries.ts';

/** A POST of a key: whose, under which Idempotency-Key, and where it came from. */
export type Attempt = {
  caller: { accountId: number; spaceId: number };
  key: string;
  origin: { method: string; path: string; requestId: string };
};

/** Ends the claim whatever happens, with the problem that a later read will show. Throws in the words of API v3. */
export async function released<T>(deps: Deps, { caller, key, origin }: Attempt, work: () => Promise<T>): Promise<T> {
  const own = { spaceId: caller.spaceId, key };
  const end = (failure: Problem | null): Promise<void> =>
    // Lost with the database's memory, it only delays a repetition.
    transactUnflushed(deps, ({ db }) => updateRequest(db, own, { claimed_until: null, failure })).catch(
      (err: unknown) => deps.log.warn({ err }, 'end of a request not written'),
    );
  try {
    const done = await work();
    await end(null);
    return done;
  } catch (error) {
    const failure = inV3(error);
    const refusal = failure instanceof AppError ? failure : refusalOf(failure);
    await end(problemOf(refusal, { site: deps.publicUrl, instance: origin.path, requestId: origin.requestId }));
    throw failure;
  }
}

const refusalOf = (error: unknown) =>
  error instanceof SupplierFailure
    ? ({ code: 'source_unavailable', status: 503, detail: 'Un service public ne répond pas pour le moment.' } as const)
    : ({ code: 'internal_error', status: 500, detail: 'Une erreur inattendue s’est produite.' } as const);

/** Waits for the work, at most that long; its failure after that is kept for later reads. */
export async function inTime(work: Promise<unknown>, waitMs: number): Promise<void> {
  const timer = new AbortController();
  const timeUp = sleep(waitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}
