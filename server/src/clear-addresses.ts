import { isIP } from 'node:net';

/** What says in an address that it is encrypted, and that the server's certificate is checked; and the words for who gave another. */
type Rule = { isSafe: (address: URL) => boolean; advice: string };
const POSTGRESQL: Rule = {
  isSafe: ({ searchParams }) => searchParams.get('sslmode') === 'verify-full',
  advice: 'ajoutez-lui « ?sslmode=verify-full »',
};
const RULES: Record<string, Rule> = {
  'postgres:': POSTGRESQL,
  'postgresql:': POSTGRESQL,
  'smtp:': {
    isSafe: ({ searchParams }) => searchParams.get('requireTLS') === 'true',
    advice: 'écrivez « smtps:// », ou ajoutez-lui « ?requireTLS=true »',
  },
  'http:': { isSafe: () => false, advice: 'écrivez « https:// »' },
};

/**
 * Why that address is refused, in French; null when it is encrypted, or leads no further than this machine: itself, a socket, a name
 * without a dot (another container of its), or a host among `clearHosts`, which the operator answers for (decision 0031).
 */
export function clearTo(address: string, clearHosts: string[]): string | null {
  // A folder is a socket of PostgreSQL's.
  if (address.startsWith('/')) return null;
  const url = URL.parse(address);
  if (url === null) return 'adresse illisible';
  const rule = RULES[url.protocol];
  // PostgreSQL's client believes the parameter rather than the place.
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  if (rule === undefined || rule.isSafe(url) || isInside(host) || clearHosts.includes(host)) return null;
  return `« ${host} » serait joint en clair : ${rule.advice}, ou nommez cet hôte dans CLEAR_HOSTS si nul autre que vous n’est sur le chemin`;
}

function isInside(host: string): boolean {
  if (host === '' || host.startsWith('/') || host === '[::1]' || host.endsWith('.localhost')) return true;
  if (isIP(host) === 4) return host.startsWith('127.');
  return !host.includes('.') && !host.includes(':');
}
