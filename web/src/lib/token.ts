import { getCookie, removeCookies, setCookie } from './cookies.ts';
import { localStore } from './storage.ts';

/**
 * The API token: a Secure cookie for 7 days and, as prescribed, local storage. Local storage also keeps the tabs in
 * agreement, since only it notifies the other tabs of a change.
 */
const TOKEN_KEY = 'token';
const TIMESTAMP_KEY = 'sessionTimestamp';
const ACTIVITY_KEY = 'sessionActivity';

const listeners = new Set<() => void>();

/** A token counts only with the flag beside it, as prescribed. */
export function readToken(): string | null {
  if (getCookie('isAuthenticated') !== 'true') return null;
  return getCookie('token') ?? localStore.getItem(TOKEN_KEY);
}

export function writeToken(token: string, nowMs: number): void {
  setCookie('token', token);
  setCookie('isAuthenticated', 'true');
  setCookie('sessionTimestamp', String(nowMs));
  localStore.setItem(TIMESTAMP_KEY, String(nowMs));
  localStore.setItem(ACTIVITY_KEY, String(nowMs));
  localStore.setItem(TOKEN_KEY, token);
  notify();
}

export function dropToken(): void {
  removeCookies(['token', 'isAuthenticated', 'sessionTimestamp']);
  for (const key of [TOKEN_KEY, TIMESTAMP_KEY, ACTIVITY_KEY] as const) localStore.removeItem(key);
  notify();
}

/** Milliseconds since the epoch; null when signed out. */
export function readSessionStart(): number | null {
  return readInstant(getCookie('sessionTimestamp') ?? localStore.getItem(TIMESTAMP_KEY));
}

export function readLastActivity(): number | null {
  return readInstant(localStore.getItem(ACTIVITY_KEY));
}

export function writeLastActivity(nowMs: number): void {
  localStore.setItem(ACTIVITY_KEY, String(nowMs));
}

/** Calls `listener` when the token or the expiry flag changes, in this tab or in another. */
export function onTokenChange(listener: () => void): () => void {
  const unsubscribe = onOtherTab([TOKEN_KEY, EXPIRED_KEY], listener);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/** Calls `listener` on activity in another tab. */
export function onActivityElsewhere(listener: () => void): () => void {
  return onOtherTab([ACTIVITY_KEY], listener);
}

function onOtherTab(keys: readonly string[], listener: () => void): () => void {
  // The key is null when another tab cleared the storage.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener();
  };
  // A page restored by Back (bfcache) missed the events in between.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

const EXPIRED_KEY = 'isSessionExpired';

export function readExpired(): boolean {
  return getCookie('isSessionExpired') === 'true';
}

export function writeExpired(expired: boolean): void {
  if (expired) {
    setCookie('isSessionExpired', 'true');
    localStore.setItem(EXPIRED_KEY, 'true');
  } else {
    removeCookies(['isSessionExpired']);
    localStore.removeItem(EXPIRED_KEY);
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
