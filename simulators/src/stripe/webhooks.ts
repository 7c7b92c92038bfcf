import { createHmac } from 'node:crypto';
import { shown, type Store, type StoredEvent } from './store.ts';

/** Delivery modes of events, chosen on the control page. */
export const MODES = {
  normale: 'chacune dès qu’elle arrive',
  double: 'chacune deux fois',
  inverse: 'dans l’ordre inverse, après un quart de seconde',
  retenue: 'retenues jusqu’à « Envoyer les notifications retenues »',
  perdue: 'jamais',
} as const;
export type Mode = keyof typeof MODES;
/** « fausse » is signed with another secret, « ancienne » with a time ten minutes ago. */
export const SIGNATURES = ['juste', 'fausse', 'ancienne', 'absente'] as const;
type Signature = (typeof SIGNATURES)[number];

export type WebhookSender = {
  /** URL and mode of deliveries; both may change at any time. Without a URL, events are only recorded. */
  settings: { url: string | null; mode: Mode };
  /** Delivers a new event in the current mode. */
  deliver: (event: StoredEvent) => void;
  /** Sends that many copies concurrently, without retries. @returns the HTTP statuses, 0 for no response */
  send(event: StoredEvent, options: { copies: number; signature: Signature }): Promise<number[]>;
  /** Events retained by the mode « retenue », newest first. */
  release(): Promise<void>;
  close: () => void;
};

const INVERSE_AFTER_MS = 250;
const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const MOST_ATTEMPTS = 14;
const TEN_MINUTES_SECONDS = 600;

type WebhookSenderOptions = { store: Store; now: () => number; url: string | null; secret: string; retryMs: number };

/**
 * Delivers at least once, like Stripe: anything but a 2xx is tried again, after `retryMs`, twice that, four times that…
 * Each attempt is signed anew.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const settings: WebhookSender['settings'] = { url: options.url, mode: 'normale' };
  const client = createDeliveryClient(options, settings);
  const waiting: StoredEvent[] = [];
  const release = async (): Promise<void> => {
    for (const event of waiting.splice(0).toReversed()) await client.attempt(event);
  };
  const ways: Record<Mode, (event: StoredEvent) => void> = {
    normale: (event) => void client.attempt(event),
    double: (event) => void Promise.all([client.attempt(event), client.post(event, 'juste')]),
    inverse: (event) => {
      waiting.push(event);
      if (waiting.length === 1) client.later(INVERSE_AFTER_MS, () => void release());
    },
    retenue: (event) => void waiting.push(event),
    perdue: (event) => options.store.put({ ...event, pending_webhooks: 0 }),
  };
  return {
    settings,
    deliver: (event) => ways[settings.url === null ? 'perdue' : settings.mode](event),
    send: (event, { copies, signature }) =>
      Promise.all(Array.from({ length: copies }, () => client.post(event, signature))),
    release,
    close: client.close,
  };
}

function createDeliveryClient(
  { store, now, secret, retryMs }: WebhookSenderOptions,
  settings: WebhookSender['settings'],
) {
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const later = (ms: number, action: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms);
    timers.add(timer);
  };
  const post = (event: StoredEvent, signature: Signature): Promise<number> => {
    const body = JSON.stringify(shown(event), null, 2);
    const header = signatureHeader(body, { signature, secret, seconds: now() });
    return settings.url === null
      ? Promise.resolve(0)
      : request(settings.url, { body, header, closing: closing.signal });
  };
  /** Resolves after the first attempt; retries follow in the background. */
  const attempt = async (event: StoredEvent, earlier = 0): Promise<void> => {
    const status = await post(event, 'juste');
    // The next process resends what the end of the program interrupted.
    if (closing.signal.aborted) return;
    const delivered = status >= 200 && status < 300;
    const current = store.find('event', event.id) ?? event;
    const attempts = [...current.held.attempts, status];
    store.put({ ...current, pending_webhooks: delivered ? 0 : current.pending_webhooks, held: { attempts } });
    if (delivered || earlier + 1 >= MOST_ATTEMPTS) return;
    later(Math.min(retryMs * 2 ** earlier, LONGEST_WAIT_MS), () => void attempt(event, earlier + 1));
  };
  const close = (): void => {
    closing.abort();
    timers.forEach((timer) => clearTimeout(timer));
  };
  return { post, attempt, later, close };
}

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`; null for none. */
function signatureHeader(
  body: string,
  { signature, secret, seconds }: { signature: Signature; secret: string; seconds: number },
): string | null {
  if (signature === 'absente') return null;
  const time = signature === 'ancienne' ? seconds - TEN_MINUTES_SECONDS : seconds;
  const key = signature === 'fausse' ? `${secret}x` : secret;
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
}

type Letter = { body: string; header: string | null; closing: AbortSignal };

/** The HTTP status, 0 for no response. */
async function request(url: string, { body, header, closing }: Letter): Promise<number> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    ...(header !== null && { 'stripe-signature': header }),
  };
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), closing]);
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
