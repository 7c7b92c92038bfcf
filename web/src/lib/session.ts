import type { logout } from '@clairisque/contract/accounts.ts';
import type { UserData } from '@clairisque/contract/profile.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { forgetDocuments } from '#offline/caches.ts';
import { paths } from '#paths.ts';
import { ApiFailure, call, headersOf } from './api.ts';
import {
  hasStatementCookies,
  OPENED_PAYMENT_KEY,
  PURCHASE_COOKIES,
  removeCookies,
  STATEMENT_COOKIES,
} from './cookies.ts';
import { isWorthRetrying, queryClient } from './query-client.ts';
import type { SessionLimit } from './session-expiry.ts';
import { sha256 } from './sha256.ts';
import { localStore } from './storage.ts';
import { forgetTab } from './tab-memory.ts';
import { dropToken, onTokenChange, readExpired, readToken, writeExpired, writeToken } from './token.ts';

/**
 * Profile and balance of whoever is signed in. Invalidate this key after anything that moves the balance. The contract, and
 * zod with it, come only when they are needed: a visitor's first page does without.
 */
export const userDataQuery = queryOptions({
  queryKey: ['user-data'],
  queryFn: ({ signal }) => fetchUserData(signal),
  meta: { failure: 'Le profil et le solde n’ont pas pu être lus' },
  // The balance stays on screen while the network is away: it is asked again, never taken for a sign-out.
  retry: isWorthRetrying,
  refetchOnReconnect: 'always',
});

/** A token that may not read its own account is useless: 403 signs out here, as 401 does for every call. */
async function fetchUserData(signal: AbortSignal) {
  const token = readToken();
  const { userData } = await import('#answers/profile.ts');
  try {
    return await call(userData, { signal });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 403 && token === readToken()) dropToken();
    throw error;
  }
}

/** Whether somebody is signed in: what needs no more is not drawn again when the server answers. */
export function useIsAuthenticated(): boolean {
  return useSyncExternalStore(onTokenChange, readToken, readToken) !== null;
}

/** The flag behind the « Session Expirée » dialog. */
export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(onTokenChange, readExpired, readExpired);
}

/** Who is signed in. `user` and `credits` are undefined until the server has answered. */
export function useSession() {
  const isAuthenticated = useIsAuthenticated();
  const { data } = useQuery({ ...userDataQuery, enabled: isAuthenticated });
  const user = isAuthenticated ? data : undefined;
  return { isAuthenticated, user, credits: user?.nb_credits };
}

/** The balance, waited for while it is on its way; undefined when it does not come. */
export async function readCredits(): Promise<number | undefined> {
  try {
    return (await queryClient.ensureQueryData(userDataQuery)).nb_credits;
  } catch {
    return undefined;
  }
}

/** @throws {ApiFailure} whatever the reason of the refusal. */
export async function requestToken(username: string, password: string): Promise<string> {
  const { login } = await import('#answers/accounts.ts');
  const answer = await call(login, { body: { username, password } });
  return answer.auth_token;
}

/** A digest of the username that signed in here last, until it signs out. */
const LAST_KEY = 'dernier_compte';

/** What another account left unfinished here, when its session ended without a sign-out, is forgotten first. */
export async function signIn(token: string, username: string): Promise<void> {
  const last = await sha256(username.trim().toLowerCase()).catch(() => null);
  if (![null, last].includes(localStore.getItem(LAST_KEY))) resetEverything();
  if (last !== null) localStore.setItem(LAST_KEY, last);
  writeExpired(false);
  writeToken(token, Date.now());
}

/**
 * Forgets the session at once and revokes it without waiting for the server: a silent network must not leave anyone
 * signed in. The draft goes too: the server keeps it for its owner (decision 0051).
 */
export function signOut(): void {
  revokeToken();
  resetEverything();
}

/** Full reset: session, draft and purchase. Cached data of the account goes with its token. */
export function resetEverything(): void {
  removeCookies([...STATEMENT_COOKIES, ...PURCHASE_COOKIES]);
  for (const key of [OPENED_PAYMENT_KEY, LAST_KEY]) localStore.removeItem(key);
  forgetTab('declarations', 'demande_interrompue', 'generation_demandee');
  dropToken();
}

/**
 * Forgets what the screens remember of an account as soon as the token is another one, in whichever tab it changed.
 * Answers the function that stops watching.
 */
export function forgetOnTokenChange(): () => void {
  let known = readToken();
  return onTokenChange(() => {
    const token = readToken();
    if (token === known) return;
    known = token;
    forgetDocuments(token).catch(() => null);
    if (!hasStatementCookies()) forgetTab('declarations');
    if (token === null) {
      queryClient.clear();
      forgetTab('demande_interrompue', 'generation_demandee');
    } else void queryClient.resetQueries();
  });
}

/** « Session Expirée »: after 7 h all is reset at once; after 5 h of silence only when the user confirms. */
export function expireSession(limit: SessionLimit): void {
  if (limit === 'age') {
    revokeToken();
    resetEverything();
  }
  writeExpired(true);
}

/** The dialog's only button: flag cleared, state reset, back to `/` with a fresh page. */
export function restartAfterExpiry(): void {
  revokeToken();
  resetEverything();
  writeExpired(false);
  window.location.replace('/');
}

/** Closes a session that is about to end, to open a new one; keeps the draft and the purchase for it. */
export function signInAgain(): void {
  revokeToken();
  dropToken();
  window.location.assign(paths.login);
}

const LOGOUT: Pick<typeof logout, 'method' | 'url'> = { method: 'POST', url: '/api/v2/token/logout/' };

/**
 * Lets the server forget the token without waiting for it, even if the page goes away: it leaves at once, and therefore
 * without the contract.
 */
function revokeToken(): void {
  const token = readToken();
  if (token === null) return;
  const request = { method: LOGOUT.method, headers: headersOf({}, token), keepalive: true };
  fetch(LOGOUT.url, { ...request, credentials: 'omit' }).catch(() => null);
}

/**
 * The profile as the server has just answered it, shown at once wherever it is.
 * @param token whose profile it is: another account may have signed in meanwhile, in another tab.
 */
export function showUser(user: UserData, token: string | null): void {
  if (token !== null && token === readToken()) queryClient.setQueryData(userDataQuery.queryKey, user);
}

/** After something that spends or brings credits. A first answer still on its way may tell the balance of before. */
export async function refreshBalance(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: userDataQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey });
}
