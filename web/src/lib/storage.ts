import type { LocalKey, TabKey } from './kept-in-browser.ts';

/** The browser's storage, or this page's memory where the user forbids it: merely naming `localStorage` then throws. */
type Store<Key extends string> = {
  getItem: (key: Key) => string | null;
  setItem: (key: Key, value: string) => void;
  removeItem: (key: Key) => void;
};

export const localStore: Store<LocalKey> = openStore(() => window.localStorage);
/**
 * What this tab remembers until it is closed, so that a reload loses nothing: what cookies may not hold, because it is
 * too long or not in the prescribed list. Other tabs never see it.
 */
const tabStore: Store<TabKey> = openStore(() => window.sessionStorage);

function openStore(open: () => Storage): Store<string> {
  try {
    return open();
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}

/** Parsed JSON, to be validated by the caller; null when absent. */
export function readTab(key: TabKey): unknown {
  const text = tabStore.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function writeTab(key: TabKey, value: unknown): void {
  tabStore.setItem(key, JSON.stringify(value));
}

export function forgetTab(...keys: TabKey[]): void {
  for (const key of keys) tabStore.removeItem(key);
}
