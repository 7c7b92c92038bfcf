import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import type { Question } from '@clairisque/contract/questions.ts';
import { formatLongDay } from '#lib/dates.ts';

export const UNKNOWN = 'ne_sait_pas';
export const NOT_APPLICABLE = 'sans_objet';
/** In a condition: any answer that affirms or names something. */
const ANY = '*';

export const valueOf = ({ reponse }: Question): AnswerValue => reponse?.valeur ?? null;
export const isDone = ({ etat }: Question): boolean => etat === 'repondue';

const saysSomething = (value: AnswerValue): boolean =>
  value !== null && value !== 'non' && value !== NOT_APPLICABLE && !(Array.isArray(value) && value.length === 0);

/** Whether the answers so far call for that question. */
function isAsked({ si: condition }: Question, questions: readonly Question[]): boolean {
  const parent = questions.find(({ id }) => id === condition?.question);
  if (condition === null || parent === undefined) return true;
  return condition.valeur === ANY ? saysSomething(valueOf(parent)) : valueOf(parent) === condition.valeur;
}

/** Questions to answer, in the order of the document, except that none comes before what it depends on. */
export function askedOf(questions: readonly Question[]): Question[] {
  const asked = questions.filter((question) => isAsked(question, questions));
  const early = asked.filter(({ si }, rank) => asked.findIndex(({ id }) => id === si?.question) > rank);
  const others = asked.filter((question) => !early.includes(question));
  return others.flatMap((question) => [question, ...early.filter(({ si }) => si?.question === question.id)]);
}

/** The next one without an answer, after that one; null after the last. */
export function nextOpen(questions: readonly Question[], after: string | null): Question | null {
  const asked = askedOf(questions);
  const rank = asked.findIndex(({ id }) => id === after);
  return asked.slice(rank + 1).find((question) => !isDone(question)) ?? null;
}

type Given = { question: string; value: AnswerValue; contradiction: string | null };

/** The sentences against an answer, among those against all the answers. */
export function newContradictions(
  questions: readonly Question[],
  question: string,
  sentences: readonly string[],
): string[] {
  const known = questions.flatMap(({ id, contradiction }) => (id === question ? [] : [contradiction]));
  return sentences.filter((sentence) => !known.includes(sentence));
}

/** The questions with an answer just kept, before the server is asked for the whole list again. */
export function withAnswer(questions: readonly Question[], { question: id, value, contradiction }: Given): Question[] {
  return questions.map((question): Question => {
    if (question.id !== id) return question;
    if (value === null) return { ...question, etat: 'ouverte', reponse: null, contradiction: null };
    const reponse = {
      ...(question.reponse ?? { declare_par: '', demande: null }),
      valeur: value,
      en_mots: inWords(question, value),
      declare_le: new Date().toISOString(),
      imprimee: false,
    };
    return { ...question, etat: 'repondue', reponse, contradiction };
  });
}

/** « Oui », « 12 mars 2019 », « Aucun arrêté » */
export function inWords({ nature, choix = [] }: Question, value: AnswerValue): string {
  const labelOf = (key: string): string => choix.find(({ cle }) => cle === key)?.libelle ?? WORDS[key] ?? key;
  if (Array.isArray(value)) return nature === 'arretes' ? decreesInWords(value) : value.map(labelOf).join(', ');
  if (value === UNKNOWN || value === NOT_APPLICABLE || CHOSEN.has(nature)) return labelOf(String(value));
  return nature === 'date' ? formatLongDay(String(value)) : String(value);
}

const WORDS: Record<string, string> = {
  oui: 'Oui',
  non: 'Non',
  [UNKNOWN]: 'Je ne sais pas',
  [NOT_APPLICABLE]: 'Sans objet',
};
const CHOSEN: ReadonlySet<Question['nature']> = new Set(['oui_non', 'choix']);

function decreesInWords({ length }: readonly string[]): string {
  if (length === 0) return 'Aucun arrêté';
  return length === 1 ? 'Un arrêté' : `${length} arrêtés`;
}

/** Blocks of the form, each with its questions to answer. */
export type Block = { key: string; title: string; questions: Question[]; done: number };

export function blocksOf(questions: readonly Question[]): Block[] {
  const groups = Map.groupBy(askedOf(questions), ({ bloc, bloc_titre: title }) => `${bloc ?? ''} ${title}`);
  return [...groups].map(([key, group]) => ({
    key,
    title: group[0]?.bloc_titre ?? '',
    questions: group,
    done: group.filter(isDone).length,
  }));
}
