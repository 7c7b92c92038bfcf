import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { DECREES, INDEMNIFIED, LOT, OTHER_DISASTER } from './own-questions.ts';
import { NO, NOT_APPLICABLE, saysYes, UNKNOWN, YES, type Answers, type Question } from './question.ts';

/** Answers that are declarations (0110): the form and page 1 print them by the same rules. */

/** A plan whose works are asked: how declarations name it, and the beginning of its questions' ids. */
export type AskedPlan = { name: string; key: string };

const NOTHING: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

/** The declarations with the answers given since; the same when none is about them. */
export function declarationsWith(
  declared: Declarations | null,
  answers: Answers,
  plans: readonly AskedPlan[],
): Declarations | null {
  const added = {
    ...works(declared, answers, plans),
    ...disasters(declared, answers),
    ...drought(answers),
    ...lot(answers),
  };
  return Object.keys(added).length === 0 ? declared : { ...(declared ?? NOTHING), ...added };
}

const yesNo = (answers: Answers, id: string): boolean | null => {
  const value = answers.get(id)?.value;
  return value === YES ? true : value === NO ? false : null;
};

function works(
  declared: Declarations | null,
  answers: Answers,
  plans: readonly AskedPlan[],
): Pick<Declarations, 'travaux_par_plan'> {
  const given = plans.flatMap(({ name, key }) => {
    const [prescrits, realises] = [yesNo(answers, `${key}.travaux`), yesNo(answers, `${key}.travaux-realises`)];
    return prescrits === null && realises === null ? [] : [{ plan: name, prescrits, realises }];
  });
  if (given.length === 0) return {};
  const said = declared?.travaux_par_plan ?? [];
  const others = said.filter(({ plan }) => given.every((one) => one.plan !== plan));
  const merged = given.map((one) => {
    const before = said.find(({ plan }) => plan === one.plan);
    const prescrits = one.prescrits ?? before?.prescrits ?? generalOf(declared).prescrits;
    // Works that are not prescribed are neither done nor to do.
    return { ...one, prescrits, realises: prescrits === false ? null : (one.realises ?? before?.realises ?? null) };
  });
  return { travaux_par_plan: [...others, ...merged] };
}

/** The single answer that was given before the issue, of the only plan. */
const generalOf = (declared: Declarations | null): { prescrits: boolean | null } => ({
  prescrits: declared?.travaux_prescrits ?? null,
});

/** A « oui » declared before the issue stays. */
function disasters(declared: Declarations | null, answers: Answers): Partial<Declarations> {
  const added = disastersIn(answers);
  return isUndone(declared, added) ? {} : added;
}

/** Whether « aucun » would undo a « oui » declared before the issue, which the document prints. */
const isUndone = (declared: Declarations | null, { sinistres_indemnises: answer }: Partial<Declarations>): boolean =>
  answer === false && declared?.sinistres_indemnises === true;

export const undoesDisasters = (declared: Declarations | null, answers: Answers): boolean =>
  isUndone(declared, disastersIn(answers));

function disastersIn(answers: Answers): Partial<Declarations> {
  const decrees = answers.get(DECREES)?.value;
  const other = answers.get(OTHER_DISASTER)?.value;
  const isOther = saysYes(other) && other !== UNKNOWN;
  if (Array.isArray(decrees) && decrees.length > 0) return { sinistres_indemnises: true, arretes_indemnises: decrees };
  if (isOther) return { sinistres_indemnises: true };
  if (Array.isArray(decrees)) return { sinistres_indemnises: false };
  const answer = yesNo(answers, INDEMNIFIED);
  return answer === null ? {} : { sinistres_indemnises: answer };
}

function drought(answers: Answers): Partial<Declarations> {
  const value = answers.get('J.secheresse')?.value;
  if (typeof value !== 'string') return {};
  return { travaux_rga_non_realises: value === NOT_APPLICABLE ? 'sans objet' : value };
}

function lot(answers: Answers): Partial<Declarations> {
  if (answers.get(LOT.is)?.value !== YES) return {};
  const [number, building, floor] = [LOT.number, LOT.building, LOT.floor].map((id) => answers.get(id)?.value);
  const words = (value: unknown): string | null =>
    typeof value === 'string' && value !== NOT_APPLICABLE ? value : null;
  return {
    lot_copropriete: {
      etage: typeof floor === 'number' ? floor : null,
      ...(words(number) !== null && { numero: words(number) ?? '' }),
      ...(words(building) !== null && { batiment: words(building) ?? '' }),
    },
  };
}

/** The plans whose works a list of questions asks. */
export const plansAmong = (questions: readonly Pick<Question, 'id' | 'subject'>[]): AskedPlan[] =>
  questions.flatMap(({ id, subject }) => {
    const [, key] = /^([ABC]\..+)\.travaux$/u.exec(id) ?? [];
    return key === undefined ? [] : [{ name: subject ?? key, key }];
  });
