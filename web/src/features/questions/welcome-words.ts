import type { AskedQuestions } from '@clairisque/contract/questions.ts';
import { formatDay } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { askedOf, isDone } from './asked.ts';

/** Step of the page: the first question without an answer. */
export const START = 'commencer';

/** What the first screen of a link says of its questions; null where there is nothing to say. */
export type WelcomeWords = {
  lead: string;
  address: string;
  town: string | null;
  purpose: string;
  reference: string;
  lastDay: string;
  specimen: string | null;
  count: string;
  engagement: string;
  start: string;
};

export function welcomeWords(asked: AskedQuestions): WelcomeWords {
  const { adresse, adresse_confirmee: isConfirmed, commune, type, reference, demandeur, expire_le: lastDay } = asked;
  const questions = askedOf(asked.questions);
  const done = questions.filter(isDone).length;
  const count = questions.length === 1 ? 'Une question' : `${questions.length} questions, une à la fois`;
  return {
    lead: typeset(
      `${demandeur} établit l’état des risques de ce bien, un document que la loi impose, et vous demande ce que vous en savez.`,
    ),
    address: isConfirmed ? adresse : `Adresse déclarée\u00A0: ${adresse}`,
    town: commune,
    purpose: type,
    reference,
    lastDay: formatDay(lastDay),
    specimen: asked.specimen ? 'SPÉCIMEN — données fictives, sans valeur légale' : null,
    count: typeset(`${count} : comptez cinq minutes au plus.`),
    engagement: typeset(asked.engagement),
    start: done > 0 ? `Continuer (${done} sur ${questions.length})` : 'Commencer',
  };
}
