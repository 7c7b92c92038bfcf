import {
  deliveryKey,
  endpointKey,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@clairisque/contract/webhooks.v3.ts';
import type { DELIVERY_FAILURES, Envoi, Webhook } from '@clairisque/contract/webhooks.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { eventKey, eventOf } from '#features/events/events.ts';
import type { SendFailure } from '#platform/webhook-sender.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { EndpointRow } from './endpoints.queries.ts';
import { stillSigning } from './secret.rules.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
/** When the last former secret ends; null once it is over. */
const overlapOf = (row: EndpointRow, now: Date): string | null =>
  stillSigning(row, now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;

const isAsleep = ({ asleep_since: asleep, succeeded_at: succeeded }: EndpointRow): boolean =>
  asleep !== null || succeeded === null;

/** In which mode, and when. */
type Seen = { mode: KeyMode; now: Date };

/** For the site. */
export const webhookOf = (row: EndpointRow, { mode, now }: Seen): Webhook => ({
  id: row.id,
  url: row.url,
  mode,
  evenements: row.types,
  etat: isAsleep(row) ? 'endormi' : 'actif',
  eprouve: row.succeeded_at !== null,
  cree_le: row.created_at.toISOString(),
  endormi_le: iso(row.asleep_since),
  dernier_succes: iso(row.succeeded_at),
  ancien_secret_jusqu_au: overlapOf(row, now),
});

/** For API v3. */
export const endpointOf = (row: EndpointRow, { mode, now }: Seen): WebhookEndpoint => ({
  id: endpointKey(row.id),
  mode,
  url: row.url,
  events: row.types,
  status: isAsleep(row) ? 'asleep' : 'enabled',
  proved: row.succeeded_at !== null,
  created_at: row.created_at.toISOString(),
  asleep_since: iso(row.asleep_since),
  last_success_at: iso(row.succeeded_at),
  former_secret_until: overlapOf(row, now),
});

const STATES = { pending: 'en_attente', delivered: 'remis', failed: 'echoue' } as const;
const FAILURES: Record<SendFailure, (typeof DELIVERY_FAILURES)[number]> = {
  address_refused: 'adresse_refusee',
  unreachable: 'injoignable',
  timeout: 'delai',
  redirected: 'redirection',
  status: 'statut',
};

/** For the site. */
export const envoiOf = (row: DeliveryRow, mode: KeyMode): Envoi => ({
  id: row.id,
  evenement: eventKey(row.event.public_id),
  type: row.event.type,
  cree_le: row.created_at.toISOString(),
  etat: STATES[row.state],
  essais: row.attempts,
  prochain_essai: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
  requete: JSON.stringify(eventOf(row.event, mode)),
  dernier_essai: row.attempted_at && {
    le: row.attempted_at.toISOString(),
    duree_ms: row.duration_ms ?? 0,
    statut: row.status,
    echec: row.failure && FAILURES[row.failure],
    reponse: row.answer ?? '',
  },
});

/** For API v3. */
export const deliveryOf = (row: DeliveryRow, mode: KeyMode): WebhookDelivery => ({
  id: deliveryKey(row.id),
  mode,
  event: eventOf(row.event, mode),
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
  last_attempt: row.attempted_at && {
    at: row.attempted_at.toISOString(),
    duration_ms: row.duration_ms ?? 0,
    status: row.status,
    failure: row.failure,
    answer: row.answer ?? '',
  },
});
