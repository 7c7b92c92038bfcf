import { StripeError } from './errors.ts';
import { text, type Form } from './form.ts';

/** What can go wrong with a call of the API. */
export const FAULTS = {
  panne: '500 avant d’avoir rien fait',
  quota: '429, trop d’appels',
  lenteur: 'réponse après une minute',
  coupure: 'fait ce qui est demandé, puis coupe la connexion sans répondre',
} as const;
export type Fault = keyof typeof FAULTS;

/** The faults that one asked for the next calls, first one first. */
export type Faults = Fault[];

export function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}

/**
 * The fault of this call: asked for on the control page, or typed by a person in the e-mail address that the product
 * sends, `alice+panne-stripe@example.com`.
 */
export function takeFault(faults: Faults, form: Form): Fault | null {
  const [, typed = ''] = /\+(\w+)-stripe@/.exec(text(form, 'customer_email') ?? '') ?? [];
  return faults.shift() ?? (isFault(typed) ? typed : null);
}

/** @throws StripeError for those that are an answer */
export function failIfAsked(fault: Fault | null): void {
  if (fault === 'panne') throw new StripeError(500, { type: 'api_error', message: 'An unknown error occurred.' });
  if (fault !== 'quota') return;
  const message = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  throw new StripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message });
}
