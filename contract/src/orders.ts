import { z } from 'zod';
import { Bespoke } from './credits.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { shownText, text } from './common/text.ts';

export const PackCode = z.enum(['UN', 'PA1', 'PA2', 'PA5']);
export type PackCode = z.infer<typeof PackCode>;
const PaymentPage = z.object({ url: z.url() });
const tags = ['Paiement'] as const;

/**
 * Stores the consents of the buyer (art. L221-28) with their time and the version of the text. A separate call, since
 * the payment calls of fixed packs have no body; the account's next order within the hour carries it.
 */
export const consent = route({
  method: 'POST',
  url: '/api/v2/stripe/consents/',
  config: { access: 'required', priority: 'paid' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Enregistrer les consentements d’une commande',
    body: z.object({ cgv: z.literal(true), execution_immediate: z.literal(true), version: shownText(40).min(1) }),
    response: { 204: z.null() },
  },
});

/** Opens the payment page of a pack; the price comes from the server's catalogue. */
export const buyPack = route({
  method: 'POST',
  url: '/api/v2/stripe/create/session/:code/',
  config: { access: 'required', throttle: 'order', priority: 'paid' },
  schema: {
    tags,
    summary: 'Payer une formule',
    params: z.object({ code: PackCode }),
    response: { 200: PaymentPage },
  },
});

/** Opens the payment page of a bespoke pack: body `quantité` and `duree`, refused with `{erreur}`. */
export const buyBespoke = route({
  method: 'POST',
  url: '/api/v2/stripe/create/session/PAS/',
  config: { access: 'required', throttle: 'order', priority: 'paid' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Payer une formule sur mesure',
    body: Bespoke,
    response: { 200: PaymentPage, 400: z.object({ erreur: z.string() }) },
  },
});

export const OrderState = z.enum(['ouverte', 'en_attente', 'payee', 'echouee', 'expiree']);

/** Reads the payment from the provider and grants the credits if it is paid. For the return page. */
export const orderOfSession = route({
  method: 'GET',
  url: '/api/v2/stripe/session/:session_id/',
  config: { access: 'required', priority: 'paid' },
  schema: {
    tags,
    summary: 'Où en est une commande',
    params: z.object({ session_id: text().min(1).max(200) }),
    response: {
      200: z.object({ etat: OrderState, credits: z.int(), produit: z.string(), numero_facture: z.string().nullable() }),
    },
  },
});

export const stripeWebhook = route({
  method: 'POST',
  url: '/api/v2/stripe/webhook/',
  config: { access: 'none', priority: 'paid' },
  bodyLimit: BODY_LIMIT.notification,
  schema: {
    tags,
    summary: 'Notifications du prestataire de paiement',
    response: { 200: z.object({ recu: z.boolean() }) },
  },
});

/** An order that its consumer may still withdraw from (art. L221-21). */
export const Withdrawable = z.object({
  commande: z.string(),
  produit: z.string(),
  numero_facture: z.string().nullable(),
  /** Last instant to withdraw: fourteen days after the purchase. */
  jusqu_au: z.iso.datetime(),
  credits_restants: z.int(),
  /** Euros with VAT that would be paid back. */
  montant: z.number(),
});
export type Withdrawable = z.infer<typeof Withdrawable>;

export const withdrawable = route({
  method: 'GET',
  url: '/api/v2/retractation/me/',
  config: { access: 'required' },
  schema: { tags: ['Factures'], summary: 'Commandes rétractables', response: { 200: z.array(Withdrawable) } },
});

/** « Confirmer la rétractation »: takes the unused credits, pays their price back, mails an acknowledgement. */
export const withdraw = route({
  method: 'POST',
  url: '/api/v2/retractation/:commande/',
  config: { access: 'required', priority: 'paid' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags: ['Factures'],
    summary: 'Confirmer la rétractation',
    params: z.object({ commande: z.uuid() }),
    body: z.object({ nom: shownText(150).min(1) }),
    response: { 200: z.object({ montant: z.number(), recue_le: z.iso.datetime() }) },
  },
});
