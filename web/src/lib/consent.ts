import { getCookie, onCookieChange, setCookie } from './cookies.ts';

export type Consent = 'accepted' | 'declined';

/** The law's side of the prescribed sentence, which says that browsing is accepting (W8): banner and privacy page. */
export const NO_TRACKING =
  'Continuer à naviguer ne vaut pas accord à un suivi\u00A0: il n’y en a aucun. Seul ce qui fait fonctionner le site est enregistré sur votre appareil. La mesure d’audience se fait sans cookie\u00A0; «\u00A0Refuser\u00A0» l’arrête.';

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
