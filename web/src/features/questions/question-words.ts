import type { Question } from '@clairisque/contract/questions.ts';
import { typeset } from '#lib/typeset.ts';
import { isDone, NOT_APPLICABLE, UNKNOWN } from './asked.ts';

/** What a question's screen says, without its answer. */
export type QuestionWords = {
  /** « 3 sur 12 » */
  rank: string;
  subject: string;
  /** Read before the title. */
  spoken: string;
  title: string;
  help: string;
  hint: string;
  law: string;
  /** Null where nothing comes before. */
  back: string | null;
  skip: string;
};

type Place = { rank: number; total: number; canGoBack: boolean };

export function questionWords(question: Question, { rank, total, canGoBack }: Place): QuestionWords {
  const back = rank > 1 ? 'Précédente' : 'Retour';
  return {
    rank: `${rank} sur ${total}`,
    subject: [question.bloc_titre, question.sujet].filter(Boolean).join(' · '),
    spoken: `Question ${rank} sur ${total}\u00A0: `,
    title: typeset(question.libelle),
    help: typeset(question.aide),
    hint: typeset(HINTS[question.repond]),
    law: typeset(`Texte de loi : ${question.loi}`),
    back: canGoBack ? back : null,
    skip: isDone(question) ? 'Suivante' : 'Passer',
  };
}

const HINTS: Record<Question['repond'], string> = {
  proprietaire: 'Seul le propriétaire le sait vraiment.',
  mandataire: 'L’agence ou le notaire le savent souvent. Vous pouvez passer cette question.',
  l_un_ou_l_autre: '',
};

/** A longer answer has several lines. */
const LINE_MAX = 300;

/** How a question is answered. */
type Way = 'decrees' | 'several' | 'choices' | 'line' | 'lines';

export function wayOf({ nature, plusieurs: isSeveral, longueur_max: max = 0 }: Question): Way {
  if (nature === 'arretes') return 'decrees';
  if (isSeveral) return 'several';
  if (nature === 'oui_non' || nature === 'choix') return 'choices';
  return nature === 'texte' && max > LINE_MAX ? 'lines' : 'line';
}

export type Choice = { cle: string; libelle: string };
const YES_NO: Choice[] = [
  { cle: 'oui', libelle: 'Oui' },
  { cle: 'non', libelle: 'Non' },
];

/** The answers, and the ways not to give one. */
export function choicesOf({ choix = YES_NO, sans_objet: canBePointless }: Question): [Choice[], Choice[]] {
  const others = [
    ...(canBePointless ? [{ cle: NOT_APPLICABLE, libelle: 'Sans objet' }] : []),
    { cle: UNKNOWN, libelle: 'Je ne sais pas' },
  ];
  return [choix, others];
}

type TypedLook = { label: string; help?: string; inputMode?: 'numeric' | 'text' };

export function typedLook({ nature, min = 0 }: Question): TypedLook {
  if (nature === 'date')
    return { label: 'Date', help: 'Jour, mois, année : par exemple 12/03/2019.', inputMode: 'text' };
  if (nature === 'nombre') return { label: 'Nombre', inputMode: min < 0 ? 'text' : 'numeric' };
  return { label: 'Votre réponse' };
}
