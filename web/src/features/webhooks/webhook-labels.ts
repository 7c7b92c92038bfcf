import type { ChosenEvent } from '@clairisque/contract/common/events.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import type { DELIVERY_FAILURES, Envoi, Webhook } from '@clairisque/contract/webhooks.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import type { StateTone } from '#ui/state.tsx';

export const EVENTS: Record<ChosenEvent, string> = {
  'statement.issued': 'Un état des risques est émis',
  'statement.renewed': 'Un état des risques est renouvelé',
  'statement.expiring': 'Un état des risques expire dans 30 jours',
  'handover.acknowledged': 'Un visiteur confirme avoir reçu le document',
  'credits.low': 'Il reste deux crédits ou moins',
  'batch.finished': 'Un import est terminé',
  'invoice.created': 'Une facture ou un avoir est établi',
};

export const MODE_HELP: Record<KeyMode, string> = {
  live: 'Les événements de votre compte.',
  test: 'Seulement les événements de vos clés d’essai\u00A0: tout y est fictif.',
};

export const STATES: Record<Webhook['etat'], { label: string; tone: StateTone }> = {
  actif: { label: 'Actif', tone: 'good' },
  endormi: { label: 'Endormi', tone: 'bad' },
};

export const DELIVERY_STATES: Record<Envoi['etat'], { label: string; tone: StateTone }> = {
  en_attente: { label: 'En attente', tone: 'late' },
  remis: { label: 'Remis', tone: 'good' },
  echoue: { label: 'Échoué', tone: 'bad' },
};

const FAILURES: Record<(typeof DELIVERY_FAILURES)[number], string> = {
  adresse_refusee: 'Cette adresse mène à un réseau privé : rien n’a été envoyé.',
  injoignable: 'Votre serveur n’a pas pu être joint.',
  delai: 'Votre serveur n’a pas répondu en dix secondes.',
  redirection: 'Votre serveur redirige vers une autre adresse : donnez-la dans le webhook.',
  statut: 'Votre serveur a répondu par une erreur.',
};

/** The facts of a webhook, as rows. */
export function factsOf(webhook: Webhook): readonly (readonly [string, string])[] {
  const { endormi_le: asleep, dernier_succes: last, ancien_secret_jusqu_au: until } = webhook;
  return [
    ['Créé le', formatDay(webhook.cree_le)],
    ['Dernier envoi remis', last === null ? 'aucun' : formatMoment(last)],
    ...(asleep === null ? [] : [['Endormi le', formatMoment(asleep)] as const]),
    ...(until === null ? [] : [['L’ancien secret signe jusqu’au', formatMoment(until)] as const]),
  ];
}

/** Of a delivery: what came of its last attempt, and what follows. */
export function outcomeOf({ dernier_essai: last, essais, etat, prochain_essai: next }: Envoi): string {
  if (last === null) return 'Premier essai en cours.';
  const status = last.statut === null ? '' : ` Statut ${last.statut}.`;
  const why = last.echec === null ? 'Reçu.' : FAILURES[last.echec];
  const tries = essais > 1 ? ` ${essais} essais.` : '';
  const after = etat === 'en_attente' && next !== null ? ` Prochain essai : ${formatMoment(next)}.` : '';
  return `${why}${status}${tries}${after}`;
}
