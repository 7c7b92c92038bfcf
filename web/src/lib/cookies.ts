/**
 * The session state kept in cookies for 7 days (docs/product-spec.md#state-kept-in-the-browser). Drafts hold no more
 * personal data than this list. Values are strings; reading an absent cookie returns null.
 */
export const STATEMENT_COOKIES = [
  'statut_realisation_erp',
  'adresse',
  'cadastre',
  'latitude',
  'longitude',
  'type_de_transaction',
  'vendeur_nom',
  'acheteur_nom',
  'erp_realisable',
  'code_parcelle',
  'erp_id',
  'erp_pdf',
] as const;
export const PURCHASE_COOKIES = ['produit', 'detail_produit', 'quantite', 'duree'] as const;
/** In local storage: the payment page that was last opened for the purchase; one chosen or validated anew has none yet. */
export const OPENED_PAYMENT_KEY = 'paiement_ouvert';

export type CookieName =
  | 'token'
  | 'isAuthenticated'
  | 'isSessionExpired'
  | 'sessionTimestamp'
  | (typeof STATEMENT_COOKIES)[number]
  | (typeof PURCHASE_COOKIES)[number]
  | 'cookieConsent'
  | 'XSRF-TOKEN';

const DAY_S = 86_400;
const CONSENT_DAYS = 365;
const STATE_DAYS = 7;
/** Browsers treat http://localhost as trustworthy, so Secure works there too. */
const SECURE: readonly CookieName[] = ['token', 'sessionTimestamp'];

const listeners = new Set<() => void>();

/** Calls `listener` after every change made through this file in this tab; answers the function that stops it. */
export function onCookieChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getCookie(name: CookieName): string | null {
  const prefix = `${name}=`;
  const pair = pairs().find((item) => item.startsWith(prefix));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(prefix.length));
  } catch {
    return null;
  }
}

/** Whether somebody was here before: a session, a draft, an order. The choice about cookies does not count. */
export function hasKeptState(): boolean {
  return pairs().some((pair) => pair !== '' && !pair.startsWith('cookieConsent='));
}

/** Asking the browser stops the page until another process answers, and a screen asks forty times while it is drawn. */
let known: string[] | null = null;

/** As they are during this turn of the page. None where public pages are printed: they are those of a newcomer. */
function pairs(): string[] {
  if (typeof document === 'undefined') return [];
  if (known === null) {
    known = document.cookie.split('; ');
    queueMicrotask(forgetKnown);
  }
  return known;
}

function forgetKnown(): void {
  known = null;
}

export function setCookie(name: CookieName, value: string): void {
  const days = name === 'cookieConsent' ? CONSENT_DAYS : STATE_DAYS;
  write(name, `${encodeURIComponent(value)}; Max-Age=${days * DAY_S}`);
  notify();
}

/** Whether a draft is kept: its step is written with each of them. */
export function hasStatementCookies(): boolean {
  return getCookie('statut_realisation_erp') !== null;
}

/** Resets the statement: removes the draft's cookies. The wizard reads an absent step as 1 and an absent id as -1. */
export function resetStatementDraft(): void {
  removeCookies(STATEMENT_COOKIES);
}

export function removeCookies(names: readonly CookieName[]): void {
  for (const name of names) write(name, '; Max-Age=0');
  notify();
}

function write(name: CookieName, valueAndAge: string): void {
  const secure = SECURE.includes(name) ? '; Secure' : '';
  // The Cookie Store API is asynchronous and absent from Firefox ESR: a reload right after a write would lose it.
  document.cookie = `${name}=${valueAndAge}; Path=/; SameSite=Lax${secure}`;
  forgetKnown();
}

function notify(): void {
  for (const listener of listeners) listener();
}
