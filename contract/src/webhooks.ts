import { z } from 'zod';
import { OVERLAP_HOURS } from './api-keys.ts';
import { CHOSEN_EVENTS } from './common/events.ts';
import { RowId } from './common/ids.ts';
import { BODY_LIMIT, KEY_MODES, route } from './common/route.ts';
import { shownText } from './common/text.ts';

const tags = ['Webhooks'];

/** Endpoints of an account. */
export const MOST_WEBHOOKS = 10;
/** Deliveries shown, the newest. */
export const SHOWN_DELIVERIES = 50;

export const WebhookUrl = shownText(500)
  .min(1)
  .pipe(z.url({ protocol: /^https?$/, error: 'Saisissez une adresse complète, avec https://.' }));

export const ChosenEvents = z
  .array(z.enum(CHOSEN_EVENTS))
  .min(1, 'Choisissez au moins un événement.')
  .max(CHOSEN_EVENTS.length)
  .refine((types) => new Set(types).size === types.length, 'Un événement figure deux fois.');

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  mode: z.enum(KEY_MODES),
  evenements: z.array(z.enum(CHOSEN_EVENTS)),
  /** `endormi`: it has not accepted a test yet, or took nothing for three days. */
  etat: z.enum(['actif', 'endormi']),
  /** It has accepted a test at this address. */
  eprouve: z.boolean(),
  cree_le: z.iso.datetime(),
  endormi_le: z.iso.datetime().nullable(),
  dernier_succes: z.iso.datetime().nullable(),
  ancien_secret_jusqu_au: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** `secret`: no other answer has it. */
export const NewWebhook = Webhook.extend({ secret: z.string() });

/** Why an attempt delivered nothing; `statut`: an answer other than 2xx. */
export const DELIVERY_FAILURES = ['adresse_refusee', 'injoignable', 'delai', 'redirection', 'statut'] as const;

export const Envoi = z.object({
  id: z.int(),
  evenement: z.string(),
  type: z.string(),
  cree_le: z.iso.datetime(),
  etat: z.enum(['en_attente', 'remis', 'echoue']),
  essais: z.int(),
  prochain_essai: z.iso.datetime().nullable(),
  /** The body, as sent. */
  requete: z.string(),
  dernier_essai: z
    .object({
      le: z.iso.datetime(),
      duree_ms: z.int(),
      statut: z.int().nullable(),
      echec: z.enum(DELIVERY_FAILURES).nullable(),
      /** Its beginning. */
      reponse: z.string(),
    })
    .nullable(),
});
export type Envoi = z.infer<typeof Envoi>;

/** Newest first. */
export const listWebhooks = route({
  method: 'GET',
  url: '/api/v2/user/webhooks/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes webhooks', response: { 200: z.array(Webhook) } },
});

export const createWebhook = route({
  method: 'POST',
  url: '/api/v2/user/webhooks/',
  config: { access: 'required', throttle: 'order' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Créer un webhook',
    body: z.object({ url: WebhookUrl, mode: z.enum(KEY_MODES).default('live'), evenements: ChosenEvents }),
    response: { 201: NewWebhook },
  },
});

const params = z.object({ webhook_id: z.uuid() });

export const updateWebhook = route({
  method: 'PATCH',
  url: '/api/v2/user/webhooks/:webhook_id/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Modifier un webhook',
    params,
    body: z.object({ url: WebhookUrl.optional(), evenements: ChosenEvents.optional() }),
    response: { 200: Webhook },
  },
});

export const deleteWebhook = route({
  method: 'DELETE',
  url: '/api/v2/user/webhooks/:webhook_id/',
  config: { access: 'required' },
  schema: { tags, summary: 'Supprimer un webhook', params, response: { 204: z.null() } },
});

/** Both secrets sign for that many hours. */
export const rotateWebhookSecret = route({
  method: 'POST',
  url: '/api/v2/user/webhooks/:webhook_id/secret/',
  config: { access: 'required', throttle: 'order' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Remplacer le secret d’un webhook',
    params,
    body: z.object({ heures: z.literal(OVERLAP_HOURS) }),
    response: { 201: NewWebhook },
  },
});

export const wakeWebhook = route({
  method: 'POST',
  url: '/api/v2/user/webhooks/:webhook_id/reveil/',
  config: { access: 'required', throttle: 'order' },
  schema: { tags, summary: 'Réveiller un webhook', params, response: { 200: Webhook } },
});

export const testWebhook = route({
  method: 'POST',
  url: '/api/v2/user/webhooks/:webhook_id/essai/',
  config: { access: 'required', throttle: 'order' },
  schema: { tags, summary: 'Envoyer un événement d’essai', params, response: { 201: Envoi } },
});

export const listWebhookDeliveries = route({
  method: 'GET',
  url: '/api/v2/user/webhooks/:webhook_id/envois/',
  config: { access: 'required' },
  schema: { tags, summary: 'Derniers envois d’un webhook', params, response: { 200: z.array(Envoi) } },
});

export const replayWebhookDelivery = route({
  method: 'POST',
  url: '/api/v2/user/webhooks/:webhook_id/envois/:envoi_id/rejeu/',
  config: { access: 'required', throttle: 'order' },
  schema: {
    tags,
    summary: 'Rejouer un envoi',
    params: params.extend({ envoi_id: RowId }),
    response: { 200: Envoi },
  },
});
