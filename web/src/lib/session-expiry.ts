const HOUR_MS = 3_600_000;
const SESSION_LIFETIME_MS = 7 * HOUR_MS;
/** 18,000,000 ms without mouse move or key press. */
const IDLE_LIMIT_MS = 5 * HOUR_MS;
export const CHECK_EVERY_MS = HOUR_MS / 4;

export type SessionVerdict = 'valid' | 'over' | 'idle';

/** Whether a session goes on (spec §4). Instants are milliseconds since the epoch. */
export function judgeSession(session: { startMs: number; lastActivityMs: number }, nowMs: number): SessionVerdict {
  if (nowMs - session.startMs >= SESSION_LIFETIME_MS) return 'over';
  if (nowMs - session.lastActivityMs >= IDLE_LIMIT_MS) return 'idle';
  return 'valid';
}
