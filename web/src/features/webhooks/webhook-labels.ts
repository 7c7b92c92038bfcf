import {
  ANSWER_WITHIN_SECONDS,
  EXPIRING_DAYS,
  LOW_CREDITS,
  type ChosenEvent,
} from '@clairisque/contract/common/events.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import type { StateTone } from '#ui/state.tsx';

export const EVENTS: Record<ChosenEvent, string> = {
  'statement.issued': 'Un état des risques est émis',
  'statement.renewed': 'Un état des risques est renouvelé',
  'statement.completed': 'Un état des risques est complété avec des réponses',
  'statement.confirmed': 'Une vérification ne trouve aucun changement',
  'statement.changed': 'Une vérification trouve un changement\u00A0: un document mis à jour remplace l’autre',
  'statement.check_incomplete': 'Une vérification n’a pas tout obtenu',
  'answers.received': 'Une personne certifie des réponses que vous lui avez demandées',
  'statement.failed': 'Un état des risques demandé n’a pas pu être établi',
  'statement.expiring': `Un état des risques expire dans ${EXPIRING_DAYS} jours`,
  'handover.acknowledged': 'Un visiteur confirme avoir reçu le document',
  'credits.low': `Il reste ${LOW_CREDITS} crédits ou moins`,
  'batch.choices_wanted': 'Un import attend vos choix',
  'batch.finished': 'Un import est terminé',
  'invoice.created': 'Une facture ou un avoir est établi',
};

export const MODE_HELP: Record<KeyMode, string> = {
  live: 'Les événements de votre compte.',
  test: 'Seulement les événements de vos clés d’essai\u00A0: tout y est fictif.',
};

export const STATES: Record<WebhookEndpoint['status'], { label: string; tone: StateTone }> = {
  enabled: { label: 'Actif', tone: 'good' },
  asleep: { label: 'Endormi', tone: 'bad' },
};

export const DELIVERY_STATES: Record<WebhookDelivery['state'], { label: string; tone: StateTone }> = {
  pending: { label: 'En attente', tone: 'late' },
  delivered: { label: 'Remis', tone: 'good' },
  failed: { label: 'Échoué', tone: 'bad' },
};

type Failure = NonNullable<NonNullable<WebhookDelivery['last_attempt']>['failure']>;
const FAILURES: Record<Failure, string> = {
  address_refused: 'Cette adresse mène à un réseau privé\u00A0: rien n’a été envoyé.',
  unreachable: 'Votre serveur n’a pas pu être joint.',
  timeout: `Votre serveur n’a pas répondu en ${ANSWER_WITHIN_SECONDS} secondes.`,
  redirected: 'Votre serveur redirige vers une autre adresse\u00A0: donnez-la dans le webhook.',
  status: 'Votre serveur a répondu par une erreur.',
};

/** The facts of a webhook, as rows. */
export function factsOf(webhook: WebhookEndpoint): readonly (readonly [string, string])[] {
  const { asleep_since: asleep, last_success_at: last, former_secret_until: until } = webhook;
  return [
    ['Créé le', formatDay(webhook.created_at)],
    ['Dernier envoi remis', last === null ? 'aucun' : formatMoment(last)],
    ...(asleep === null ? [] : [['Endormi le', formatMoment(asleep)] as const]),
    ...(until === null ? [] : [['L’ancien secret signe jusqu’au', formatMoment(until)] as const]),
  ];
}

/** What came of the last attempt of a delivery, and what follows. */
export function outcomeOf({ last_attempt: last, attempts, state, next_attempt_at: next }: WebhookDelivery): string {
  if (last === null) return 'Premier essai en cours.';
  const status = last.status === null ? '' : ` Statut ${last.status}.`;
  const why = last.failure === null ? 'Reçu.' : FAILURES[last.failure];
  const tries = attempts > 1 ? ` ${attempts} essais.` : '';
  const after = state === 'pending' && next !== null ? ` Prochain essai\u00A0: ${formatMoment(next)}.` : '';
  return `${why}${status}${tries}${after}`;
}
