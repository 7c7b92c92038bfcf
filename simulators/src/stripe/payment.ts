import type { FastifyInstance, FastifyReply } from 'fastify';
import { billingAddress, billingErrors, FILLED, readBilling } from './billing.ts';
import { readCard, TEST_CARDS, type CardForm, type TestCard } from './cards.ts';
import { text, type Form } from './form.ts';
import { authenticationPage, closedPage, paymentPage, type Attempt } from './payment-page.ts';
import { askAuthentication, authenticate, pay, payLater, refuse, settle, type Payer } from './payments.ts';
import type { Session } from './store.ts';
import type { World } from './world.ts';

type Route = { Params: { id: string }; Body: Form | null; Querystring: { carte?: string } };
type PaymentOptions = { world: World; delayedMs: number };
/** `asked`: payments that wait for 3-D Secure, by session. */
type Till = { world: World; asked: Map<string, Payer> };

const NO_CARD: CardForm = { number: '', expiry: '', code: '', name: '' };
const EMPTY: Attempt = { email: '', card: NO_CARD, billing: FILLED, errors: {}, refusal: null };
const NOT_AUTHENTICATED = 'Votre banque n’a pas pu vous authentifier.';

/** The hosted page, `/stripe/pay/<session>`, in plain HTML forms. Card numbers are not stored. */
export function addPaymentPages(app: FastifyInstance, { world, delayedMs }: PaymentOptions): void {
  const till: Till = { world, asked: new Map() };
  addCardPage(app, till);
  addAuthenticationPage(app, till);
  addDelayedPayment(app, till, delayedMs);
}

function addCardPage(app: FastifyInstance, till: Till): void {
  app.get<Route>('/stripe/pay/:id', async ({ params, query }, reply) => {
    const session = open(till, params.id);
    if (!session) return showClosed(till, reply, params.id);
    return show(reply, session, { ...EMPTY, card: filledCard(query.carte) });
  });
  app.post<Route>('/stripe/pay/:id', async ({ params, body }, reply) => {
    const session = open(till, params.id);
    if (!session) return showClosed(till, reply, params.id);
    const read = readPayment(till.world, session, body ?? {});
    return 'errors' in read ? show(reply, session, read) : payByCard(till, { session, reply, ...read });
  });
}

function addAuthenticationPage(app: FastifyInstance, { asked, ...till }: Till): void {
  const url = '/stripe/pay/:id/authentification';
  app.get<Route>(url, async ({ params }, reply) => {
    const session = open(till, params.id);
    if (!session) return showClosed(till, reply, params.id);
    if (!asked.has(session.id)) return reply.redirect(`/stripe/pay/${session.id}`, 303);
    return sendPage(reply, session, authenticationPage(session));
  });
  app.post<Route>(url, async ({ params, body }, reply) => {
    const session = open(till, params.id);
    if (!session) return showClosed(till, reply, params.id);
    const payer = asked.get(session.id);
    if (!payer) return reply.redirect(`/stripe/pay/${session.id}`, 303);
    asked.delete(session.id);
    const agreed = text(body ?? {}, 'reponse') === 'confirmer';
    authenticate(till.world, session, { payer, agreed });
    if (agreed) return reply.redirect(successUrl(session), 303);
    return show(reply, session, { ...EMPTY, email: payer.email, refusal: NOT_AUTHENTICATED });
  });
}

function addDelayedPayment(app: FastifyInstance, till: Till, delayedMs: number): void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => timers.forEach((timer) => clearTimeout(timer)));
  app.post<Route>('/stripe/pay/:id/differe', async ({ params, body }, reply) => {
    const session = open(till, params.id);
    if (!session) return showClosed(till, reply, params.id);
    const email = session.customer_email ?? text(body ?? {}, 'email') ?? '';
    const billing = readBilling(body ?? {});
    const errors = { ...emailErrors(email), ...billingErrors(session, billing) };
    if (Object.keys(errors).length > 0) return show(reply, session, { ...EMPTY, email, billing, errors });
    payLater(till.world, session, { email, address: billingAddress(session, billing) });
    const issue = text(body ?? {}, 'issue');
    const end = (): void => settleById(till.world, session.id, issue === 'succes');
    if (issue !== 'attente') timers.add(setTimeout(end, delayedMs));
    return reply.redirect(successUrl(session), 303);
  });
}

function open({ world }: Pick<Till, 'world'>, id: string): Session | null {
  const session = world.store.find('checkout.session', id);
  return session?.status === 'open' ? session : null;
}

function settleById(world: World, id: string, succeeded: boolean): void {
  const session = world.store.find('checkout.session', id);
  if (session) settle(world, session, succeeded);
}

type CardPayment = { session: Session; payer: Payer; card: TestCard; reply: FastifyReply };

function payByCard({ world, asked }: Till, { session, payer, card, reply }: CardPayment): FastifyReply {
  const { outcome } = card;
  if (outcome.kind === 'accepted') {
    pay(world, session, payer);
    return reply.redirect(successUrl(session), 303);
  }
  if (outcome.kind === 'authentication') {
    asked.set(session.id, payer);
    askAuthentication(world, session);
    return reply.redirect(`/stripe/pay/${session.id}/authentification`, 303);
  }
  refuse(world, session, { payer, refusal: outcome });
  return show(reply, session, { ...EMPTY, email: payer.email, refusal: outcome.french });
}

const WRONG_EMAIL = 'Saisissez une adresse e-mail, comme nom@exemple.fr.';

function readPayment(world: World, session: Session, form: Form): Attempt | { payer: Payer; card: TestCard } {
  const fields = (name: keyof CardForm): string => text(form, name) ?? '';
  const email = session.customer_email ?? text(form, 'email') ?? '';
  const typed = { number: fields('number'), expiry: fields('expiry'), code: fields('code'), name: fields('name') };
  const card = readCard(typed, world.now());
  const billing = readBilling(form);
  const errors = { ...emailErrors(email), ...billingErrors(session, billing), ...('outcome' in card ? {} : card) };
  if (!('outcome' in card) || Object.keys(errors).length > 0) {
    return { email, card: { ...NO_CARD, name: typed.name }, billing, errors, refusal: null };
  }
  const [month = 0, year = 0] = typed.expiry.split('/').map(Number);
  const expiry = { month, year: 2000 + year };
  const means = { type: 'card', brand: card.brand, last4: card.number.slice(-4), expiry, name: typed.name } as const;
  return { payer: { email, means, address: billingAddress(session, billing) }, card };
}

/** A test card chosen by its link fills all fields. */
function filledCard(number: string | undefined): CardForm {
  const known = TEST_CARDS.some((card) => card.number === number);
  return known && number ? { number, expiry: '12/34', code: '123', name: 'Camille Essai' } : NO_CARD;
}

function emailErrors(email: string): { email?: string } {
  return isEmail(email) ? {} : { email: WRONG_EMAIL };
}

function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

/** The product's return URL, with the session's id where it asks for it. */
function successUrl(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function show(reply: FastifyReply, session: Session, attempt: Attempt): FastifyReply {
  if (attempt.refusal !== null) reply.code(402);
  else if (Object.keys(attempt.errors).length > 0) reply.code(422);
  return sendPage(reply, session, paymentPage(session, attempt));
}

function showClosed({ world }: Pick<Till, 'world'>, reply: FastifyReply, id: string): FastifyReply {
  const session = world.store.find('checkout.session', id) ?? null;
  return sendPage(reply.code(session ? 409 : 404), session, closedPage(session, session && successUrl(session)));
}

/** No script; forms may only redirect to the product. */
function sendPage(reply: FastifyReply, session: Session | null, body: string): FastifyReply {
  const product = session?.success_url ? new URL(session.success_url).origin : '';
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${product}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(body);
}
