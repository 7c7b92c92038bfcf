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
import { sha256 } from './hex.ts';
import { localStore, forgetTab } from './storage.ts';
import { dropToken, onTokenChange, readExpired, readToken, writeExpired, writeToken } from './token.ts';

/**
 * Profile and balance of the signed-in user. Invalidate this key after anything that changes the balance. The contract,
 * and zod with it, are imported on demand: a visitor's first page needs neither.
 */
export const userDataQuery = queryOptions({
  queryKey: ['user-data'],
  queryFn: ({ signal }) => fetchUserData(signal),
  meta: { failure: 'Le profil et le solde n’ont pas pu être lus' },
  // The balance stays on screen while the network is down: it is retried, and never means a sign-out.
  retry: isWorthRetrying,
  refetchOnReconnect: 'always',
});

/** A token that may not read its own account is useless: 403 signs out here, as 401 does for every call. */
async function fetchUserData(signal: AbortSignal) {
  const token = readToken();
  const { userData } = await import('#responses/profile.ts');
  try {
    return await call(userData, { signal });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 403 && token === readToken()) dropToken();
    throw error;
  }
}

/** Whether a user is signed in. Components that need no more are not rendered again when the profile arrives. */
export function useIsAuthenticated(): boolean {
  return useSyncExternalStore(onTokenChange, readToken, readToken) !== null;
}

/** The flag behind the « Session Expirée » dialog. */
export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(onTokenChange, readExpired, readExpired);
}

/** The signed-in user. `user` and `credits` are undefined until the server has responded. */
export function useSession() {
  const isAuthenticated = useIsAuthenticated();
  const { data } = useQuery({ ...userDataQuery, enabled: isAuthenticated });
  const user = isAuthenticated ? data : undefined;
  return { isAuthenticated, user, credits: user?.nb_credits };
}

/** The balance, after waiting for a running call; undefined when it fails. */
export async function readCredits(): Promise<number | undefined> {
  try {
    return (await queryClient.ensureQueryData(userDataQuery)).nb_credits;
  } catch {
    return undefined;
  }
}

/** @throws {ApiFailure} for any refusal. */
export async function requestToken(username: string, password: string): Promise<string> {
  const { login } = await import('#responses/accounts.ts');
  const answer = await call(login, { body: { username, password } });
  return answer.auth_token;
}

/** Digest of the username that last signed in here, until it signs out. */
const LAST_KEY = 'dernier_compte';

/** First forgets the unfinished work of another account whose session ended here without a sign-out. */
export async function signIn(token: string, username: string): Promise<void> {
  const last = await sha256(username.trim().toLowerCase()).catch(() => null);
  if (![null, last].includes(localStore.getItem(LAST_KEY))) resetEverything();
  if (last !== null) localStore.setItem(LAST_KEY, last);
  writeExpired(false);
  writeToken(token, Date.now());
}

/**
 * Forgets the session at once and revokes it without waiting for the server: a silent network must not leave anyone
 * signed in. The draft goes too: the server keeps it for its owner (decision 0009).
 */
export function signOut(): void {
  revokeToken();
  resetEverything();
}

/** Full reset: session, draft and purchase. Cached data of the account goes with its token. */
export function resetEverything(): void {
  removeCookies([...STATEMENT_COOKIES, ...PURCHASE_COOKIES]);
  for (const key of [OPENED_PAYMENT_KEY, LAST_KEY] as const) localStore.removeItem(key);
  forgetTab('declarations', 'demande_interrompue', 'generation_demandee');
  dropToken();
}

/** Clears an account's cached data as soon as the token changes, in any tab. Returns a function that stops it. */
export function forgetOnTokenChange(): () => void {
  let known = readToken();
  return onTokenChange(() => {
    const token = readToken();
    if (token === known) return;
    known = token;
    forgetDocuments(token).catch(() => null);
    if (!hasStatementCookies()) forgetTab('declarations', 'reponses_preparees');
    if (token === null) {
      queryClient.clear();
      forgetTab('demande_interrompue', 'generation_demandee', 'import_sans_credits', 'reponse_en_cours');
    } else void queryClient.resetQueries();
  });
}

/** « Session Expirée »: after 7 h everything is reset at once; after 5 h of inactivity only when the user confirms. */
export function expireSession(limit: SessionLimit): void {
  if (limit === 'age') {
    revokeToken();
    resetEverything();
  }
  writeExpired(true);
}

/** The dialog's only button: clears the flag, resets the state and loads `/` anew. */
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

/** Revokes the token without waiting, even if the page is left: sent at once, so without the contract. */
function revokeToken(): void {
  const token = readToken();
  if (token === null) return;
  const request = { method: LOGOUT.method, headers: headersOf({}, token), keepalive: true };
  fetch(LOGOUT.url, { ...request, credentials: 'omit' }).catch(() => null);
}

/**
 * Stores the profile of a response, shown everywhere at once.
 * @param token of the profile's owner: another account may have signed in since, in another tab.
 */
export function showUser(user: UserData, token: string | null): void {
  if (token !== null && token === readToken()) queryClient.setQueryData(userDataQuery.queryKey, user);
}

/** After something that spends or brings credits. A running first call may return the former balance. */
export async function refreshBalance(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: userDataQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: userDataQuery.queryKey });
}
