import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Client } from 'undici';
import { createAddressCheck, type AddressCheck } from '#platform/security/public-address.ts';

/** Name resolution included. */
const TIMEOUT_MS = 10_000;
/** Read and kept of an answer; the rest is not waited for. */
const ANSWER_BYTES = 2_000;

/** Why an attempt did not deliver; `status`: an answer other than 2xx. */
export type SendFailure = 'address_refused' | 'unreachable' | 'timeout' | 'redirected' | 'status';
export type Sent = { status: number | null; answer: string; failure: SendFailure | null; durationMs: number };

export type WebhookSender = {
  /** One attempt: never throws for the fault of the other side. */
  send(request: { url: string; headers: Record<string, string>; body: string }): Promise<Sent>;
  /** In French: why nothing may be sent to that URL; null when its address is only known at the connection. */
  refusal(url: string): string | null;
};

type Options = {
  userAgent: string;
  /** Reached besides public addresses, and without TLS: for development and tests. */
  allowedNetworks: readonly string[];
  /** The machine's own by default. */
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
  const { timeoutMs = TIMEOUT_MS } = options;
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

/** Without the brackets of IPv6. */
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
    // What came is enough.
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
  const resolve = async (host: string) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0) throw new Error(`no address of ${host}`);
    if (!addresses.every(isAllowed)) throw new RefusedAddress(host);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => (all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)),
      (error: unknown) => done(error as NodeJS.ErrnoException, []),
    );
  };
}

/** `isOpen`: for development, where a name of this machine and plain HTTP are useful. */
function refusalOf(url: URL, { isAllowed, isOpen }: { isAllowed: AddressCheck; isOpen: boolean }): string | null {
  const host = hostOf(url);
  if (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:'))
    return 'L’adresse doit commencer par https://.';
  if (url.username !== '' || url.password !== '')
    return 'L’adresse ne peut pas contenir d’identifiant ni de mot de passe.';
  const isLiteral = isIP(host) !== 0;
  if (isLiteral ? !isAllowed(host) : !host.includes('.') || LOCAL.test(host)) {
    return 'L’adresse doit être joignable depuis Internet.';
  }
  return null;
}

const LOCAL = /(^|\.)(localhost|local|internal|localdomain|home|lan)\.?$/i;
