import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { ANSWER_BYTES, ANSWER_WITHIN_SECONDS } from '@clairisque/contract/common/events.ts';
import { Client } from 'undici';
import { createAddressCheck, type AddressCheck } from '#platform/security/public-address.ts';
import type { SendFailure, Sent, WebhookSender } from './suppliers.ts';

type Options = {
  userAgent: string;
  /** Reached besides public addresses, and without TLS: for development and tests. */
  allowedNetworks: readonly string[];
  /** The machine's own servers by default. */
  dnsServers?: readonly string[];
  timeoutMs?: number;
};

/**
 * Sends to URLs that users chose. The name is resolved at each attempt, every address is checked, and the connection
 * goes to the checked ones (a name may resolve elsewhere at a second look). Redirects are not followed.
 */
export function createWebhookSender(options: Options): WebhookSender {
  const isAllowed = createAddressCheck(options.allowedNetworks);
  const lookup = createCheckedLookup(isAllowed, options);
  const isOpen = options.allowedNetworks.length > 0;
  const { timeoutMs = 1_000 * ANSWER_WITHIN_SECONDS } = options;
  return {
    refusal: (url) => refusalOf(new URL(url), { isAllowed, isOpen }),
    async send({ url, headers, body }) {
      const begun = performance.now();
      const sent = (result: Omit<Sent, 'durationMs'>): Sent => ({
        ...result,
        durationMs: Math.round(performance.now() - begun),
      });
      const target = new URL(url);
      const host = hostOf(target);
      // Node does not resolve a literal address.
      if (isIP(host) !== 0 && !isAllowed(host)) return sent({ ...NOTHING, failure: 'address_refused' });
      const signal = AbortSignal.timeout(timeoutMs);
      // A connection for one attempt: another one is to be checked again.
      const client = new Client(target.origin, {
        connect: { lookup, timeout: timeoutMs },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      try {
        return sent(
          await post(client, { target, signal, body, headers: { ...headers, 'user-agent': options.userAgent } }),
        );
      } catch (error) {
        return sent({ ...NOTHING, failure: failureOf(error, signal) });
      } finally {
        await client.destroy();
      }
    },
  };
}

const NOTHING = { status: null, answer: '' };

/** The host of a URL, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

type Post = { target: URL; signal: AbortSignal; body: string; headers: Record<string, string> };

async function post(client: Client, { target, ...request }: Post): Promise<Omit<Sent, 'durationMs'>> {
  const response = await client.request({
    method: 'POST',
    path: target.pathname + target.search,
    reset: true,
    ...request,
  });
  const { statusCode: status } = response;
  const answer = await startOf(response.body);
  if (status < 300) return { status, answer, failure: null };
  return { status, answer, failure: status < 400 ? 'redirected' : 'status' };
}

/** An answer cut by the other side, or too slow, does not change its status. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES) break;
    }
  } catch {
    // The part that came is enough.
  }
  // PostgreSQL stores no U+0000.
  return Buffer.concat(chunks).toString('utf8', 0, ANSWER_BYTES).replaceAll('\0', '\uFFFD');
}

function failureOf(error: unknown, signal: AbortSignal): SendFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedAddress) return 'address_refused';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return signal.aborted || /TIMEOUT/.test(code) ? 'timeout' : 'unreachable';
}

class RefusedAddress extends Error {}

/**
 * DNS only: neither the machine's own list of names, nor the few threads that its resolver would keep busy with a slow
 * server. One refused address refuses the name.
 */
function createCheckedLookup(isAllowed: AddressCheck, { dnsServers }: Options): LookupFunction {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);
  const lookedUp = async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
  const resolve = async (host: string) => {
    const addresses = OWN_NAME.test(host) ? [LOOPBACK] : await lookedUp(host);
    if (addresses.length === 0) throw new Error(`no address of ${host}`);
    if (!addresses.every(isAllowed)) throw new RefusedAddress(host);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const answer = async (host: string, isListed: boolean | undefined, done: Parameters<LookupFunction>[2]) => {
    const found = await resolve(host).catch((error: unknown) => error as NodeJS.ErrnoException);
    if (!Array.isArray(found)) done(found, []);
    else if (isListed) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
  return (host, { all }, done) => void answer(host, all, done);
}

/** `isOpen`: for development, where a name of this machine and plain HTTP are useful. */
function refusalOf(url: URL, { isAllowed, isOpen }: { isAllowed: AddressCheck; isOpen: boolean }): string | null {
  if (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:'))
    return 'L’adresse doit commencer par https://.';
  if (url.username !== '' || url.password !== '')
    return 'L’adresse ne peut pas contenir d’identifiant ni de mot de passe.';
  // The only port that our network lets out (deploy/kubernetes/network.yaml).
  if (!isOpen && url.port !== '') return 'L’adresse ne peut pas contenir de port.';
  return isPublic(hostOf(url), isAllowed) ? null : 'L’adresse doit être joignable depuis Internet.';
}

function isPublic(host: string, isAllowed: AddressCheck): boolean {
  if (OWN_NAME.test(host)) return isAllowed(LOOPBACK);
  return isIP(host) === 0 ? host.includes('.') && !LOCAL.test(host) : isAllowed(host);
}

/** This machine, whatever a DNS server says (RFC 6761): judged as its address. */
const OWN_NAME = /(^|\.)localhost\.?$/i;
const LOOPBACK = '127.0.0.1';
const LOCAL = /(^|\.)(local|internal|localdomain|home|lan)\.?$/i;
