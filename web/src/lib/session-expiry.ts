const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SESSION_LIFETIME_MS = 7 * HOUR_MS;
/** 18,000,000 ms without mouse move or key press. */
const IDLE_LIMIT_MS = 5 * HOUR_MS;
/** Enough to notice and respond (WCAG 2.2.1 requires twenty seconds). */
const WARNING_MS = 5 * MINUTE_MS;
export const CHECK_EVERY_MS = HOUR_MS / 4;

/** What ends the session: its age, or inactivity. */
export type SessionLimit = 'age' | 'silence';
export type SessionPhase =
  | { phase: 'valid'; lookAgainInMs: number }
  | { phase: 'ending'; limit: SessionLimit; minutesLeft: number; lookAgainInMs: number }
  | { phase: 'ended'; limit: SessionLimit };

/**
 * Whether a session goes on (docs/product-spec.md#end-of-a-session), and when to check again. Instants are milliseconds
 * since the epoch. When both limits are passed the age decides: it resets more.
 */
export function sessionPhase(session: { startMs: number; lastActivityMs: number }, nowMs: number): SessionPhase {
  const endOfAge = session.startMs + SESSION_LIFETIME_MS;
  const endOfSilence = session.lastActivityMs + IDLE_LIMIT_MS;
  const limit = nowMs >= endOfAge || endOfAge <= endOfSilence ? 'age' : 'silence';
  const leftMs = (limit === 'age' ? endOfAge : endOfSilence) - nowMs;
  if (leftMs <= 0) return { phase: 'ended', limit };
  if (leftMs > WARNING_MS) {
    // A clock set back may leave more than the maximum; a browser's timer of more than 24 days fires at once,
    // repeatedly.
    return { phase: 'valid', lookAgainInMs: Math.min(leftMs - WARNING_MS, SESSION_LIFETIME_MS) };
  }
  return {
    phase: 'ending',
    limit,
    minutesLeft: Math.ceil(leftMs / MINUTE_MS),
    lookAgainInMs: leftMs % MINUTE_MS || MINUTE_MS,
  };
}
