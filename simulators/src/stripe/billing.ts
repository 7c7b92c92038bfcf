import type Stripe from 'stripe';
import { given, text, type Form } from './form.ts';
import { NO_ADDRESS } from './intents.ts';
import type { Session } from './store.ts';

/** The billing address that the page requires when the session does; only in France, for simplicity. */
export type BillingForm = { line1: string; postal_code: string; city: string };
/** French, by field of the form. */
export type BillingErrors = Partial<Record<keyof BillingForm, string>>;

/** Prefilled, like a browser's autofill. */
export const FILLED: BillingForm = { line1: '1 rue de l’Essai', postal_code: '25000', city: 'Besançon' };

const WRONG: Record<keyof BillingForm, string> = {
  line1: 'Saisissez votre adresse.',
  postal_code: 'Saisissez cinq chiffres.',
  city: 'Saisissez votre ville.',
};

export function asksBilling({ billing_address_collection: asked }: Session): boolean {
  return asked === 'required';
}

/** A missing field keeps its prefilled value; an emptied one is empty. */
export function readBilling(form: Form): BillingForm {
  const field = (name: keyof BillingForm): string =>
    given(form, name) === undefined ? FILLED[name] : (text(form, name, 200) ?? '').trim();
  return { line1: field('line1'), postal_code: field('postal_code'), city: field('city') };
}

export function billingErrors(session: Session, billing: BillingForm): BillingErrors {
  if (!asksBilling(session)) return {};
  const wrong = (name: keyof BillingForm): boolean =>
    name === 'postal_code' ? !/^\d{5}$/.test(billing.postal_code) : billing[name] === '';
  const names = (['line1', 'postal_code', 'city'] as const).filter((name) => wrong(name));
  return Object.fromEntries(names.map((name) => [name, WRONG[name]]));
}

export function billingAddress(session: Session, billing: BillingForm): Stripe.Address {
  return asksBilling(session) ? { ...NO_ADDRESS, ...billing, country: 'FR' } : NO_ADDRESS;
}
