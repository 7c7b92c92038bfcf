import type { CookieName, LocalKey } from './kept-in-browser.ts';

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
  'parcelles',
  'erp_id',
  'erp_pdf',
] as const satisfies readonly CookieName[];
export const PURCHASE_COOKIES = [
  'produit',
  'detail_produit',
  'quantite',
  'duree',
] as const satisfies readonly CookieName[];
/** In local storage: the last payment page opened for the purchase; absent for a newly chosen one. */
export const OPENED_PAYMENT_KEY = 'paiement_ouvert' satisfies LocalKey;

const DAY_S = 86_400;
const CONSENT_DAYS = 365;
const STATE_DAYS = 7;
/** Browsers treat http://localhost as trustworthy, so Secure works there too. */
const SECURE: readonly CookieName[] = ['token', 'sessionTimestamp'];

const listeners = new Set<() => void>();

/** Calls `listener` after every change made through this file in this tab; returns a function that stops it. */
export function onCookieChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `XSRF-TOKEN` is a server's, if it sets one: ours does not. */
export function getCookie(name: CookieName | 'XSRF-TOKEN'): string | null {
  const prefix = `${name}=`;
  const pair = pairs().find((item) => item.startsWith(prefix));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(prefix.length));
  } catch {
    return null;
  }
}

/** Whether this browser has a session, a draft or an order. The choice about cookies, and a reset draft, do not count. */
export function hasKeptState(): boolean {
  return pairs().some((pair) => pair !== '' && !pair.startsWith('cookieConsent=') && pair !== 'erp_id=-1');
}

/** Reading cookies blocks the page until another process responds, and a screen reads forty times while it renders. */
let known: string[] | null = null;

/** Cached for this turn of the event loop. Empty during prerendering, as for a new visitor. */
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

/** Whether there is a draft: its step is written with each one. */
export function hasStatementCookies(): boolean {
  return getCookie('statut_realisation_erp') !== null;
}

/**
 * Resets the statement: removes the draft's cookies, and sets the id to -1, as prescribed. Without a draft it writes
 * nothing: an absent id is -1, an absent step 1.
 */
export function resetStatementDraft(): void {
  if (STATEMENT_COOKIES.every((name) => getCookie(name) === null)) return notify();
  removeCookies(STATEMENT_COOKIES);
  setCookie('erp_id', '-1');
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
