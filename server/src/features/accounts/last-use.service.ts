import type { Deps } from '#deps.ts';
import { updateLastUse, type ApiTokenRow } from './token.queries.ts';

const HOUR_MS = 3_600_000;

/** Start of the hour: the use of a session is not recorded more finely, for privacy. */
export function hourOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS);
}

/**
 * Records the use of a session, once an hour. In parallel with the call, which neither waits for it nor fails with it.
 * One of several first calls in an hour writes.
 */
export function createUseRecorder(deps: Deps): (session: ApiTokenRow) => void {
  const underWay = new Set<string>();
  return ({ token_hash: tokenHash, last_used_at: lastUse }) => {
    const hour = hourOf(deps.clock());
    if (lastUse !== null && lastUse >= hour) return;
    const key = tokenHash.toString('hex');
    if (underWay.has(key)) return;
    underWay.add(key);
    updateLastUse(deps.db, tokenHash, hour)
      .finally(() => underWay.delete(key))
      .catch((err: unknown) => deps.log.warn({ err }, 'use of a session not written'));
  };
}
