/** Standard Webhooks: the only age, in either direction, that a message may have. */
const TOLERANCE_S = 300;
const PREFIX = 'whsec_';
const VERSION = 'v1,';

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export type WebhookMessage = {
  /** As received, before any parsing. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** `whsec_…`; several while one replaces another. */
  secret: string | readonly string[];
  /** For tests; now otherwise. */
  now?: Date;
};

/**
 * The notification that an authentic message carries. Uses WebCrypto only, whose comparison takes constant time.
 * @throws {WebhookError} when the message is not authentic, or is more than five minutes old.
 */
export async function verifyWebhook({ body, headers, secret, now = new Date() }: WebhookMessage): Promise<unknown> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookError('A header of the signature is missing.');
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_S)) {
    throw new WebhookError('The message is too old, or comes from the future.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, [secret].flat()))) throw new WebhookError('No signature is right.');
  return JSON.parse(new TextDecoder().decode(bytes));
}

function headerOf(headers: WebhookMessage['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(`webhook-${name}`) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === `webhook-${name}`)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

async function isSigned(signed: BufferSource, signatures: string, secrets: readonly string[]): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith(VERSION))
    .map((one) => decoded(one.slice(VERSION.length)));
  const verdicts = secrets.map(async (secret) => {
    const bytes = decoded(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (bytes === null || bytes.length === 0) throw new WebhookError('The secret is not one.');
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    const checks = given.map(async (one) => one !== null && crypto.subtle.verify('HMAC', key, one, signed));
    return (await Promise.all(checks)).includes(true);
  });
  return (await Promise.all(verdicts)).includes(true);
}

/** From base64; null when it is not. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
