import { useEffect, useState } from 'react';
import { CHECK_EVERY_MS, sessionPhase, type SessionPhase } from '#lib/session-expiry.ts';
import { expireSession, forgetOnTokenChange } from '#lib/session.ts';
import {
  onActivityElsewhere,
  onTokenChange,
  readExpired,
  readLastActivity,
  readSessionStart,
  readToken,
  writeLastActivity,
  writeToken,
} from '#lib/token.ts';

/** Touch and scroll count as well as the prescribed mouse and keys: a reader on a phone is not idle. */
const ACTIVITY = ['mousemove', 'keydown', 'pointerdown', 'touchstart', 'wheel'] as const;
/** Writing at every mouse move would wake every tab. */
const ACTIVITY_STEP_MS = 30_000;

/** The notice shown; `extended` after activity while the warning was shown. */
export type SessionNotice = { kind: 'age' | 'silence'; minutesLeft: number } | { kind: 'extended' };

/**
 * Ends the session after 7 h, or 5 h without activity in any tab: checked on arrival, every 15 minutes, and when its
 * state is due to change. Returns the warning of the last five minutes, else null.
 */
export function useSessionWatch(): [notice: SessionNotice | null, dismiss: () => void] {
  const [notice, setNotice] = useState<SessionNotice | null>(null);
  useEffect(forgetOnTokenChange, []);
  useEffect(() => {
    let timer = 0;
    function look(): void {
      window.clearTimeout(timer);
      const session = checkSession();
      setNotice((shown) => noticeOf(session, shown));
      if (session && session.phase !== 'ended') timer = window.setTimeout(look, session.lookAgainInMs);
    }
    const quarter = window.setInterval(look, CHECK_EVERY_MS);
    const stopListening = listen(look);
    look();
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(quarter);
      stopListening();
    };
  }, []);
  return [notice, () => setNotice(null)];
}

function noticeOf(session: SessionPhase | null, shown: SessionNotice | null): SessionNotice | null {
  if (session?.phase === 'ending') return { kind: session.limit, minutesLeft: session.minutesLeft };
  const wasSilent = shown?.kind === 'silence' || shown?.kind === 'extended';
  return session?.phase === 'valid' && wasSilent ? { kind: 'extended' } : null;
}

/** Timers stop while a computer sleeps: checks again as soon as the page is visible. */
function listen(look: () => void): () => void {
  const noteActivity = () => {
    if (Date.now() - (readLastActivity() ?? 0) < ACTIVITY_STEP_MS) return;
    // First: the movement that wakes a computer must not extend a session that has ended.
    look();
    if (readToken() === null || readExpired()) return;
    writeLastActivity(Date.now());
    look();
  };
  for (const type of ACTIVITY) window.addEventListener(type, noteActivity, { passive: true });
  for (const type of WAKING) window.addEventListener(type, look);
  document.addEventListener('visibilitychange', look);
  const unsubscribe = [onTokenChange(look), onActivityElsewhere(look)];
  return () => {
    for (const type of ACTIVITY) window.removeEventListener(type, noteActivity);
    for (const type of WAKING) window.removeEventListener(type, look);
    document.removeEventListener('visibilitychange', look);
    for (const stop of unsubscribe) stop();
  };
}

const WAKING = ['focus', 'pageshow', 'online'] as const;

/** Ends the session when it is due; null when signed out. */
function checkSession(): SessionPhase | null {
  const token = readToken();
  if (token === null || readExpired()) return null;
  const nowMs = Date.now();
  const startMs = readSessionStart();
  // A token without its date (cookies deleted by hand): the session starts again now.
  if (startMs === null) writeToken(token, nowMs);
  const session = sessionPhase(
    { startMs: startMs ?? nowMs, lastActivityMs: readLastActivity() ?? startMs ?? nowMs },
    nowMs,
  );
  if (session.phase === 'ended') expireSession(session.limit);
  return session;
}
