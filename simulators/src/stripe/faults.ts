import { StripeError } from './errors.ts';
import { text, type Form } from './form.ts';

/** Possible faults of an API call. */
export const FAULTS = {
  panne: '500 avant d’avoir rien fait',
  quota: '429, trop d’appels',
  lenteur: 'réponse après une minute',
  coupure: 'fait ce qui est demandé, puis coupe la connexion sans répondre',
} as const;
export type Fault = keyof typeof FAULTS;

/** Faults of the next calls, in order. */
export type Faults = Fault[];

export function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}

/**
 * The fault of this call: from the control page, or from an e-mail address of the product,
 * `alice+panne-stripe@example.com`.
 */
export function takeFault(faults: Faults, form: Form): Fault | null {
  const [, typed = ''] = /\+(\w+)-stripe@/.exec(text(form, 'customer_email') ?? '') ?? [];
  return faults.shift() ?? (isFault(typed) ? typed : null);
}

/** @throws StripeError for faults with a response */
export function failIfAsked(fault: Fault | null): void {
  if (fault === 'panne') throw new StripeError(500, { type: 'api_error', message: 'An unknown error occurred.' });
  if (fault !== 'quota') return;
  const message = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.';
  throw new StripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message });
}
