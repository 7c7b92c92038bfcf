import { BlockList, isIPv6 } from 'node:net';

/** How an address shows that its connection is encrypted with a checked certificate; `advice` is the error text. */
type Rule = { isSafe: (address: URL) => boolean; advice: string };
const POSTGRESQL: Rule = {
  // The mail client's own scheme.
  isSafe: ({ protocol, searchParams }) => protocol === 'socket:' || searchParams.get('sslmode') === 'verify-full',
  advice: 'add ?sslmode=verify-full to it',
};
const RULES: Record<string, Rule> = {
  'smtp:': {
    isSafe: ({ searchParams }) => searchParams.get('requireTLS') === 'true',
    advice: 'write smtps://, or add ?requireTLS=true to it',
  },
  'http:': { isSafe: () => false, advice: 'write https://' },
};

/**
 * Why that address is refused; null when it is encrypted, or does not leave this machine (loopback, a
 * socket, a name without a dot such as another container's), or names a host of `clearHosts`, which the operator
 * vouches for (decision 0031).
 */
export function clearTo(address: string, clearHosts: string[]): string | null {
  const url = URL.parse(address);
  return url === null ? UNREADABLE : refusal({ rule: RULES[url.protocol], url, host: url.hostname }, clearHosts);
}

/** Refuses an address in clear for PostgreSQL, whose client accepts any scheme. */
export function clearToDatabase(address: string, clearHosts: string[]): string | null {
  // A folder means a socket.
  if (address.startsWith('/')) return null;
  // « postgres://user@/base » names no host: the host is in its parameter, or is this machine.
  const url = URL.parse(address.replace('@/', '@localhost/'));
  // The client prefers the parameter to the authority, and only the latter is still encoded.
  const host = url && (url.searchParams.get('host') || decoded(url.hostname));
  return url === null || host === null ? UNREADABLE : refusal({ rule: POSTGRESQL, url, host }, clearHosts);
}

const UNREADABLE = 'not an address';

type Address = { rule: Rule | undefined; url: URL; host: string };

function refusal({ rule, url, host: written }: Address, clearHosts: string[]): string | null {
  const host = written.replace(/^\[(.*)\]$/, '$1');
  if (rule === undefined || rule.isSafe(url) || isInside(host) || clearHosts.includes(host)) return null;
  return `${host} would be reached without encryption: ${rule.advice}, or name this host in CLEAR_HOSTS if nobody else is on the way`;
}

/** Null when it is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Including IPv4 mapped into IPv6. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isInside(host: string): boolean {
  if (host === '' || host.startsWith('/') || host.endsWith('.localhost')) return true;
  if (LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')) return true;
  return !host.includes('.') && !host.includes(':');
}
