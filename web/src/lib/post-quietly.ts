import type { Route } from '@clairisque/contract/route.ts';

/** Method and address of a route, written here rather than read from the contract: zod would come with it on every first page. */
export type Endpoint<R extends Route> = Pick<R, 'method' | 'url'>;

/** Sends and forgets, even when the page is left: without token, and without a word when it fails. */
export function postQuietly<R extends Route>({ method, url }: Endpoint<R>, body: unknown): void {
  if (!navigator.onLine) return;
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  fetch(url, { method, headers, body: JSON.stringify(body), credentials: 'omit', keepalive: true }).catch(() => null);
}
