import type { Route } from '@clairisque/contract/common/route.ts';
import { matchPath } from 'react-router';
import { paths } from '#paths.ts';

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

const patterns = Object.values(paths);
const OTHER = '/*';

/**
 * A URL without secrets: `/Tarifs`, `/myspace?tab=credits-tabs-simple`. A document's or secret part becomes `*`
 * (`/remise/*`, `/activate/*`), the query is dropped except the tab, and an unknown URL is `/*`, since it may be a
 * mistyped secret one.
 */
export function publicPath(pathname: string, search: string): string {
  const pattern = patterns.find((one) => matchPath(one, pathname) !== null);
  if (pattern === undefined) return OTHER;
  const [screen = OTHER] = pattern.split('/:');
  if (screen !== pattern) return `${screen}/*`;
  const tab = pattern === paths.mySpace ? new URLSearchParams(search).get('tab') : null;
  return tab !== null && /^[\w-]{1,40}$/.test(tab) ? `${screen}?tab=${tab}` : screen;
}
