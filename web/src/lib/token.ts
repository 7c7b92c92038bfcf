import { getCookie, removeCookies, setCookie } from './cookies.ts';

/**
 * The API token: a Secure cookie for 7 days and, as the specification asks, local storage. Local storage is also what
 * makes the tabs agree, since only it tells the other tabs of a change.
 */
const TOKEN_KEY = 'token';
const TIMESTAMP_KEY = 'sessionTimestamp';
const ACTIVITY_KEY = 'sessionActivity';

const listeners = new Set<() => void>();

export function readToken(): string | null {
  return getCookie('token') ?? localStorage.getItem(TOKEN_KEY);
}

export function writeToken(token: string, nowMs: number): void {
  setCookie('token', token);
  setCookie('isAuthenticated', 'true');
  setCookie('sessionTimestamp', String(nowMs));
  localStorage.setItem(TIMESTAMP_KEY, String(nowMs));
  localStorage.setItem(ACTIVITY_KEY, String(nowMs));
  localStorage.setItem(TOKEN_KEY, token);
  notify();
}

export function dropToken(): void {
  removeCookies(['token', 'isAuthenticated', 'sessionTimestamp']);
  for (const key of [TOKEN_KEY, TIMESTAMP_KEY, ACTIVITY_KEY]) localStorage.removeItem(key);
  notify();
}

/** Milliseconds since the epoch; null when nobody is signed in. */
export function readSessionStart(): number | null {
  return readInstant(getCookie('sessionTimestamp') ?? localStorage.getItem(TIMESTAMP_KEY));
}

export function readLastActivity(): number | null {
  return readInstant(localStorage.getItem(ACTIVITY_KEY));
}

export function writeLastActivity(nowMs: number): void {
  localStorage.setItem(ACTIVITY_KEY, String(nowMs));
}

/** Calls `listener` when the token or the expiry flag changes, in this tab or in another. */
export function onTokenChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === EXPIRED_KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

const EXPIRED_KEY = 'isSessionExpired';

export function readExpired(): boolean {
  return getCookie('isSessionExpired') === 'true';
}

export function writeExpired(expired: boolean): void {
  if (expired) {
    setCookie('isSessionExpired', 'true');
    localStorage.setItem(EXPIRED_KEY, 'true');
  } else {
    removeCookies(['isSessionExpired']);
    localStorage.removeItem(EXPIRED_KEY);
  }
  notify();
}

function readInstant(text: string | null): number | null {
  const value = Number(text);
  return text === null || !Number.isFinite(value) ? null : value;
}

function notify(): void {
  for (const listener of listeners) listener();
}
