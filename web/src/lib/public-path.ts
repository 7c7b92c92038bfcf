import { matchPath } from 'react-router';
import { paths } from '#paths.ts';

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
