import type { Handover } from '@clairisque/contract/handovers.ts';
import { CircleCheck, CircleHelp, Clock, MailOpen, MailX, Send } from 'lucide-react';
import { formatMoment } from '#lib/dates.ts';
import { sentences } from '#lib/typeset.ts';

/** The farthest that a mailed link went. */
type MailState = 'recu' | 'ouvert' | NonNullable<Handover['envoi']>['etat'];

export const MAIL_STATES = {
  recu: { icon: CircleCheck, tone: 'good', words: 'Reçu' },
  ouvert: { icon: MailOpen, tone: 'good', words: 'Ouvert' },
  envoye: { icon: Send, tone: 'quiet', words: 'Envoyé' },
  en_cours: { icon: Clock, tone: 'quiet', words: 'Envoi en cours' },
  non_remis: { icon: MailX, tone: 'late', words: 'Non remis' },
  inconnu: { icon: CircleHelp, tone: 'late', words: 'Envoi inconnu' },
} as const;

/** Null for a link that its owner sends. */
export function mailStateOf({ envoi, ouvertures, recus }: Handover): MailState | null {
  if (!envoi) return null;
  if (recus.length > 0) return 'recu';
  return ouvertures.length > 0 ? 'ouvert' : envoi.etat;
}

/** Sent, opened, acknowledged, and of which document: one line. */
export function storyOf({ envoi, ouvertures: openings, recus: receipts, reference }: Handover): string {
  if (!envoi) return '';
  const [opened] = openings.toSorted();
  const acts = [
    SENT[envoi.etat](formatMoment(envoi.le)),
    ...(opened === undefined ? [] : [`ouvert le ${formatMoment(opened)}`]),
    ...receipts.map(
      ({ recu_le: at, reference: received }) =>
        `reçu le ${formatMoment(at)}${received === undefined || received === envoi.reference ? '' : ` (${received})`}`,
    ),
  ];
  const isFormer = receipts.length > 0 && receipts.every(({ ancienne }) => ancienne === true);
  return sentences(
    `${envoi.reference} : ${acts.join(', ')}.`,
    isFormer && `Complété depuis : renvoyez-lui le lien pour qu’il reçoive ${reference}.`,
    envoi.etat === 'non_remis' && openings.length === 0 && 'Vérifiez l’adresse, puis envoyez un nouveau message.',
  );
}

const SENT = {
  envoye: (at: string) => `envoyé le ${at}`,
  en_cours: (at: string) => `à envoyer depuis le ${at}`,
  non_remis: (at: string) => `le message du ${at} n’a pas pu être remis à cette adresse`,
  inconnu: (at: string) => `écrit le ${at}, sans savoir s’il est parti`,
} as const;
