import { invalid, noSuch } from './errors.ts';
import { given, integer, list, metadata, oneOf, refuseUnknown, required, text, type Form } from './form.ts';
import { readLineItems } from './line-items.ts';
import { identifier, type LineItem, type Session } from './store.ts';
import { emit, type World } from './world.ts';

const DAY_SECONDS = 24 * 3600;
const HALF_HOUR_SECONDS = 30 * 60;
const CLOCK_TOLERANCE_SECONDS = 60;
const LEAST_AMOUNT = 50;
const LOCALES = [
  'auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA', 'hi-IN', 'hr',
  'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv',
  'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW',
] as const; // prettier-ignore
/** Payment methods of the page. */
const METHODS = ['card', 'sepa_debit'] as const;

const PLAYED = [
  'allowed_payment_method_types', 'billing_address_collection', 'cancel_url', 'client_reference_id', 'customer_creation', 'customer_email',
  'excluded_payment_method_types', 'expand', 'expires_at', 'line_items', 'locale', 'metadata', 'mode',
  'payment_intent_data', 'submit_type', 'success_url', 'ui_mode',
]; // prettier-ignore
/** Parameters that Stripe knows and we do not simulate. */
const NOT_PLAYED = [
  'adaptive_pricing', 'after_expiration', 'allow_promotion_codes', 'automatic_tax',
  'branding_settings', 'consent_collection', 'currency', 'custom_fields', 'custom_text', 'customer', 'discounts',
  'invoice_creation', 'name_collection', 'payment_method_collection', 'payment_method_options',
  'phone_number_collection', 'shipping_address_collection', 'shipping_options', 'tax_id_collection',
]; // prettier-ignore

/** An open session whose page is at `<origin>/stripe/pay/<id>`. @throws StripeError */
export function createSession(world: World, form: Form, origin: string): Session {
  checkSupport(form);
  const created = world.now();
  const lineItems = readLineItems(world, form);
  const total = lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  if (total < LEAST_AMOUNT) {
    const message = `The Checkout Session's total amount due must add up to at least 0.50 ${lineItems[0]?.currency}`;
    throw invalid(message, { code: 'amount_too_small' });
  }
  const id = identifier('cs_test');
  const session: Session = {
    ...UNUSED,
    ...copiedFields(form),
    id,
    amount_subtotal: total,
    amount_total: total,
    created,
    currency: lineItems[0]?.currency ?? null,
    expires_at: readExpiry(form, created),
    ...readMethods(form),
    payment_status: 'unpaid',
    status: 'open',
    url: `${origin}/stripe/pay/${id}`,
    held: { lineItems, intentData: readIntentData(form) },
  };
  world.store.put(session);
  return session;
}

function checkSupport(form: Form): void {
  refuseUnknown(form, [...PLAYED, ...NOT_PLAYED]);
  const param = NOT_PLAYED.find((name) => given(form, name) !== undefined);
  if (param !== undefined) throw invalid(`The simulator does not play \`${param}\`.`, { param });
  if (required(form, 'mode') !== 'payment')
    throw invalid('The simulator only plays the mode `payment`.', { param: 'mode' });
  if ((text(form, 'ui_mode') ?? 'hosted_page') === 'hosted_page') return;
  throw invalid('The simulator only plays the mode `hosted_page`.', { param: 'ui_mode' });
}

function copiedFields(form: Form) {
  const email = text(form, 'customer_email', 512);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  }
  return {
    billing_address_collection: oneOf(form, 'billing_address_collection', ['auto', 'required'] as const),
    cancel_url: text(form, 'cancel_url') === null ? null : readUrl(form, 'cancel_url'),
    client_reference_id: text(form, 'client_reference_id', 200),
    customer_creation: oneOf(form, 'customer_creation', ['always', 'if_required'] as const) ?? 'if_required',
    customer_email: email,
    locale: oneOf(form, 'locale', LOCALES),
    metadata: metadata(form),
    submit_type: oneOf(form, 'submit_type', ['auto', 'book', 'donate', 'pay'] as const),
    success_url: readUrl(form, 'success_url'),
  };
}

/** `{CHECKOUT_SESSION_ID}` is replaced at payment. */
function readUrl(form: Form, name: string): string {
  const url = required(form, name);
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw invalid('Not a valid URL', { code: 'url_invalid', param: name });
}

function readExpiry(form: Form, created: number): number {
  const expires = integer(form, 'expires_at') ?? created + DAY_SECONDS;
  const earliest = created + HALF_HOUR_SECONDS - CLOCK_TOLERANCE_SECONDS;
  if (expires >= earliest && expires <= created + DAY_SECONDS + CLOCK_TOLERANCE_SECONDS) return expires;
  const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
  throw invalid(message, { param: 'expires_at' });
}

/** From the version « endive » on, sessions take a filter on the account's payment methods, not a list. */
function readMethods(form: Form): Pick<Session, 'allowed_payment_method_types' | 'payment_method_types'> {
  const [allowed, excluded] = [list(form, 'allowed_payment_method_types'), list(form, 'excluded_payment_method_types')];
  const offered = METHODS.filter((one) => !excluded.includes(one) && (allowed.length === 0 || allowed.includes(one)));
  if (offered.length === 0) throw invalid('No valid payment method types for this Checkout Session.');
  return {
    allowed_payment_method_types: allowed.length === 0 ? null : allowed,
    payment_method_types: [...offered],
  };
}

function readIntentData(form: Form): Session['held']['intentData'] {
  return {
    metadata: metadata(form, 'payment_intent_data[metadata]'),
    description: text(form, 'payment_intent_data[description]', 1000),
    receipt_email: text(form, 'payment_intent_data[receipt_email]'),
    statement_descriptor_suffix: text(form, 'payment_intent_data[statement_descriptor_suffix]', 22),
  };
}

/** @throws StripeError */
export function findSession(world: World, id: string): Session {
  const session = world.store.find('checkout.session', id);
  if (session) return session;
  throw noSuch('checkout.session', id, 'session');
}

/** @throws StripeError unless it is open */
export function expireSession(world: World, id: string): Session {
  const session = findSession(world, id);
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
    throw invalid(message);
  }
  const expired: Session = { ...session, status: 'expired', url: null };
  world.store.put(expired);
  emit(world, 'checkout.session.expired', expired);
  return expired;
}

/** Sessions whose expiry has passed. */
export function expireSessions(world: World): void {
  const due = world.store.all('checkout.session').filter(({ status }) => status === 'open');
  for (const { id, expires_at: expires } of due) if (expires <= world.now()) expireSession(world, id);
}

/** The lines in Stripe's list format. */
export function lineItemList({ id, held }: Session): {
  object: 'list';
  data: LineItem[];
  has_more: false;
  url: string;
} {
  return { object: 'list', data: held.lineItems, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
}

/** Constant fields, so that no key of the real object is missing. */
const UNUSED = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: { enabled: false },
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Session>;
