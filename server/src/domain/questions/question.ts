import type { AnswerValue, QUESTION_KINDS, WHO_ANSWERS } from '@clairisque/contract/common/questions.ts';

/** A question that the printed form leaves open. Kept with the edition, so that its words do not change under an answer. */
export type Question = {
  /** Stable from an edition to the next: block, subject, and what is asked. */
  id: string;
  block: string | null;
  title: string;
  /** The plan, the aerodrome or the document that it is about. */
  subject: string | null;
  label: string;
  help: string;
  law: string;
  kind: (typeof QUESTION_KINDS)[number];
  /** Empty unless the question is a choice, or a « oui / non » in other words. */
  choices: Choice[];
  /** A choice of several. */
  several: boolean;
  decrees: Decree[];
  maxLength: number | null;
  /** `sans_objet` is an answer too. */
  notApplicable: boolean;
  who: (typeof WHO_ANSWERS)[number];
  /** Asked only when that one has that answer; `*` is any that says something. */
  onlyIf: { question: string; value: string } | null;
  /** What a public source says against an answer. */
  against: Record<string, string>;
  /** Asked again after a renewal. */
  mayChange: boolean;
  /** What it is about: the state, the date and the zones of a plan, or the decrees. Asked again when that has changed. */
  act?: string;
};
export type Choice = { key: string; label: string };
export type Decree = {
  code: string;
  hazard: string;
  start: string | null;
  end: string | null;
  decree: string | null;
};

export type Value = Exclude<AnswerValue, null>;
/** An accepted answer: `by` in words, `on` in Paris, ISO; `isOld`: given before the renewal; `act`: what it was about. */
export type Answer = { question: string; value: Value; by: string; on: string; isOld?: boolean; act?: string };
export type Answers = ReadonlyMap<string, Answer>;

export const UNKNOWN = 'ne_sait_pas';
export const NOT_APPLICABLE = 'sans_objet';
export const YES = 'oui';
export const NO = 'non';

export const answersOf = (answers: readonly Answer[]): Answers => new Map(answers.map((one) => [one.question, one]));

/** « La façade » → `la-facade`; for ids and keys. */
export const slug = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/gu, '')
    .slice(0, 60)
    .replaceAll(/[-.]+$/gu, '');

/** An answer that names or affirms something. */
export const saysYes = (value: Value | undefined): boolean =>
  value !== undefined && value !== NO && value !== NOT_APPLICABLE && (!Array.isArray(value) || value.length > 0);

/** Whether a question is to be asked, by the answers so far. */
export function isAsked({ onlyIf }: Pick<Question, 'onlyIf'>, answers: Answers): boolean {
  if (onlyIf === null) return true;
  const value = answers.get(onlyIf.question)?.value;
  return onlyIf.value === '*' ? saysYes(value) : value === onlyIf.value;
}

/**
 * Given before a renewal, and it may have changed since, or about a plan or decrees that have changed since: asked again,
 * and not printed meanwhile.
 */
export const isToConfirm = (question: Question, { isOld = false, act }: Pick<Answer, 'isOld' | 'act'>): boolean =>
  (question.mayChange && isOld) || (act !== undefined && question.act !== undefined && act !== question.act);

/** Questions that are left to answer. */
export const openAmong = (questions: readonly Question[], answers: Answers): Question[] =>
  questions.filter((question) => {
    const answer = answers.get(question.id);
    return (answer === undefined || isToConfirm(question, answer)) && isAsked(question, answers);
  });
