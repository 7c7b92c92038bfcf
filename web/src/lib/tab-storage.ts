import { tabStore } from './storage.ts';

/**
 * What this tab remembers until it is closed, so that a reload loses nothing: what cookies may not hold, because it is
 * too long or not in the prescribed list. Other tabs never see it.
 */
export type TabKey = 'declarations' | 'demande_interrompue' | 'generation_demandee' | 'remise_reconnue';

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
