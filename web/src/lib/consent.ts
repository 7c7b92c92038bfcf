import { getCookie, onCookieChange, setCookie } from './cookies.ts';

export type Consent = 'accepted' | 'declined';

/** What was answered about cookies; null before any answer. */
export function readConsent(): Consent | null {
  return getCookie('cookieConsent') as Consent | null;
}

let askedAgainBy: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Whether the question is on show: before any answer, and after « Gérer mes cookies ». */
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

/** Puts the question again; the former answer holds until another is given, after which `opener` has the focus again. */
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
