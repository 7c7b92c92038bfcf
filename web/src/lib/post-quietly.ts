import type { Route } from '@clairisque/contract/common/route.ts';

/**
 * Method and URL of a route, repeated here rather than read from the contract, which would load zod on every first
 * page.
 */
export type Endpoint<R extends Route> = Pick<R, 'method' | 'url'>;

/** Fire and forget, even when the page is left: without token, and silent when it fails. */
export function postQuietly<R extends Route>({ method, url }: Endpoint<R>, body: unknown): void {
  if (!navigator.onLine) return;
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  fetch(url, { method, headers, body: JSON.stringify(body), credentials: 'omit', keepalive: true }).catch(() => null);
}
