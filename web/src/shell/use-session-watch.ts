import { useEffect } from 'react';
import { CHECK_EVERY_MS, judgeSession } from '#lib/session-expiry.ts';
import { expireSession, forgetOnTokenChange } from '#lib/session.ts';
import {
  readExpired,
  readLastActivity,
  readSessionStart,
  readToken,
  writeLastActivity,
  writeToken,
} from '#lib/token.ts';

/** Touch and scroll count as well as the mouse and keys of the specification: a reader on a phone is not idle. */
const ACTIVITY = ['mousemove', 'keydown', 'pointerdown', 'touchstart', 'wheel'] as const;
/** Writing at every mouse move would wake every tab. */
const ACTIVITY_STEP_MS = 30_000;

/** Ends the session after 7 h, or 5 h without activity in any tab: looked at on arrival, then every 15 minutes. */
export function useSessionWatch(): void {
  useEffect(forgetOnTokenChange, []);
  useEffect(() => {
    checkSession();
    const timer = window.setInterval(checkSession, CHECK_EVERY_MS);
    for (const type of ACTIVITY) window.addEventListener(type, noteActivity, { passive: true });
    return () => {
      window.clearInterval(timer);
      for (const type of ACTIVITY) window.removeEventListener(type, noteActivity);
    };
  }, []);
}

function checkSession(): void {
  const token = readToken();
  if (token === null || readExpired()) return;
  const nowMs = Date.now();
  const startMs = readSessionStart();
  // A token without its date (cookies erased by hand): the session starts again from now.
  if (startMs === null) return writeToken(token, nowMs);
  const verdict = judgeSession({ startMs, lastActivityMs: readLastActivity() ?? startMs }, nowMs);
  if (verdict !== 'valid') expireSession(verdict);
}

function noteActivity(): void {
  if (readToken() === null || readExpired()) return;
  const nowMs = Date.now();
  if (nowMs - (readLastActivity() ?? 0) >= ACTIVITY_STEP_MS) writeLastActivity(nowMs);
}
