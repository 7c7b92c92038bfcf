import { matchPath } from 'react-router';
import { paths } from '#paths.ts';

const patterns = Object.values(paths);
const OTHER = '/*';

/**
 * An address as it may be told to others: `/Tarifs`, `/myspace?tab=credits-tabs-simple`. What stands for somebody's document
 * or secret becomes `*` (`/remise/*`, `/activate/*`), the query is left out but the tab, and an address that is none of the
 * site's is `/*`, since a secret one that was badly copied would be among them.
 */
export function publicPath(pathname: string, search: string): string {
  const pattern = patterns.find((one) => matchPath(one, pathname) !== null);
  if (pattern === undefined) return OTHER;
  const [screen = OTHER] = pattern.split('/:');
  if (screen !== pattern) return `${screen}/*`;
  const tab = pattern === paths.mySpace ? new URLSearchParams(search).get('tab') : null;
  return tab !== null && /^[\w-]{1,40}$/.test(tab) ? `${screen}?tab=${tab}` : screen;
}
