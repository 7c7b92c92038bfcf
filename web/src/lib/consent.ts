import { getCookie, onCookieChange, setCookie } from './cookies.ts';

export type Consent = 'accepted' | 'declined';

/** The choice about cookies; null before any. */
export function readConsent(): Consent | null {
  return getCookie('cookieConsent') as Consent | null;
}

let askedAgainBy: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Whether the banner is shown: before any choice, and after « Gérer mes cookies ». */
export function isConsentAsked(): boolean {
  return readConsent() === null || askedAgainBy !== null;
}

export function onConsentChange(listener: () => void): () => void {
  const stop = onCookieChange(listener);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/** Shows the banner again; the former choice applies until a new one, after which `opener` gets the focus back. */
export function askConsentAgain(opener: HTMLElement): void {
  askedAgainBy = opener;
  for (const listener of listeners) listener();
}

export function answerConsent(consent: Consent): void {
  const opener = askedAgainBy;
  askedAgainBy = null;
  setCookie('cookieConsent', consent);
  opener?.focus();
}
