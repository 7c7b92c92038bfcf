import { contradictionsIn } from '@clairisque/contract/common/contradictions.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import type { Temporal } from 'temporal-polyfill';
import { typeset } from '#domain/french.ts';
import { declarationsWith, plansAmong, undoesDisasters } from '#domain/questions/fold.ts';
import { answersOf, type Answer, type Question } from '#domain/questions/question.ts';
import { contradictionOf, refusalOf } from '#domain/questions/values.ts';
import { AppError } from '#platform/app-error.ts';

const REMOVED = 'Cette question n’est plus posée : ce que vous avez déjà répondu est gardé.';

/** Throws `invalid_input`, with a sentence under the id of each question whose answer is refused. */
export function refuseAnswers(
  questions: readonly Question[],
  given: readonly GivenAnswer[],
  today: Temporal.PlainDate,
): void {
  const faults = [...faultsOf(questions, given, today)].map(([id, fault]) => [id, [fault]]);
  if (faults.length > 0) throw new AppError('invalid_input', Object.fromEntries(faults));
}

/** One sentence for each answer that is refused, by the id of its question. */
export function faultsOf(
  questions: readonly Question[],
  given: readonly GivenAnswer[],
  today: Temporal.PlainDate,
): ReadonlyMap<string, string> {
  const byId = new Map(questions.map((one) => [one.id, one]));
  return new Map(
    given.flatMap(({ question: id, valeur }): [string, string][] => {
      const question = byId.get(id);
      const fault = question === undefined ? REMOVED : valeur === null ? null : refusalOf(question, valeur, today);
      return fault === null ? [] : [[id, typeset(fault)]];
    }),
  );
}

const UNDONE =
  'Le document imprime que le bien a été indemnisé après une catastrophe, et vous répondez « aucun » : désignez l’arrêté, ou écrivez quelle autre catastrophe.';

/**
 * What sources say against the answers, each a sentence. Throws `invalid_input` when answers deny each other, or what was
 * declared before the issue.
 */
export function contradictionsAmong(
  questions: readonly Question[],
  answers: readonly Answer[],
  declared: Declarations | null,
): string[] {
  const all = answersOf(answers);
  if (undoesDisasters(declared, all)) throw new AppError('invalid_input', { non_field_errors: [typeset(UNDONE)] });
  const declarations = declarationsWith(declared, all, plansAmong(questions));
  const faults = declarations === null || declarations === declared ? [] : contradictionsIn(declarations);
  if (faults.length > 0)
    throw new AppError('invalid_input', { non_field_errors: faults.map(({ sentence }) => sentence) });
  return questions.flatMap((question) => {
    const against = contradictionOf(question, all.get(question.id)?.value);
    return against === null ? [] : [typeset(against)];
  });
}
