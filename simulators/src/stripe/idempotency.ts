import type { FastifyReply, FastifyRequest } from 'fastify';
import { StripeError, invalid } from './errors.ts';
import type { Answer, Store } from './store.ts';

/** What identifies a repeated POST: the caller's key and the body (`parameters`). */
export type Repeatable = { key: string; call: string; parameters: string };

/** Null for a call without a key, which is never a repetition. @throws StripeError for a key of over 255 characters */
export function repeatable(request: FastifyRequest, form: unknown): Repeatable | null {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return null;
  if (key.length > 255) throw invalid('The idempotency key must be at most 255 characters long.');
  return { key, call: request.url, parameters: JSON.stringify(form ?? null) };
}

/**
 * The answer given to that key, or null the first time.
 *
 * @param busy keys of the calls that are under way
 * @throws StripeError 400 for a key of another call, 409 while the first call is under way
 */
export function earlierAnswer(
  store: Store,
  { key, call, parameters }: Repeatable,
  busy: Map<string, string>,
): Answer | null {
  const answer = store.find('answer', key);
  const running = busy.get(key);
  const known = answer?.parameters ?? running;
  if (answer && answer.call !== call) {
    throw reused(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call}' vs '${answer.call}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (known !== undefined && known !== parameters) {
    throw reused(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (answer || running === undefined) return answer ?? null;
  const message = `There is currently another in-progress request using this Stripe-Idempotency-Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again in a bit.`;
  throw new StripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
}

function reused(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message });
}

/** Sends the former bytes, with the headers of a replayed response. */
export function repeat(reply: FastifyReply, { body, requestId }: Answer): FastifyReply {
  reply.headers({ 'idempotent-replayed': 'true', 'original-request': requestId });
  return reply.type('application/json').send(body);
}
