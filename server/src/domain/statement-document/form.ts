import { longFrenchDate } from '#domain/french.ts';
import { withAnswers, type Given } from '#domain/questions/apply.ts';
import { declarationsWith, type AskedPlan } from '#domain/questions/fold.ts';
import type { Asking, Form } from '#domain/questions/form.ts';
import { BUYER, DECREES, SELLER } from '#domain/questions/own-questions.ts';
import { answersOf, isToConfirm, slug, type Answer, type Answers, type Question } from '#domain/questions/question.ts';
import { questionsOf } from '#domain/questions/questions.ts';
import { NOISE } from '#domain/questions/rows.ts';
import { isReadable } from '#domain/questions/values.ts';
import { clearingAttestation } from './clearing.ts';
import { declarationBlocks, partyName } from './declarations.ts';
import { disasters } from './disasters.ts';
import type { StatementInput } from './input.ts';
import { noiseBlocks } from './noise.ts';
import { planBlocks } from './plans.ts';
import { propertyRows } from './property.ts';
import { decreeCodes } from './still-declared.ts';
import { actOf, declaredPlan, plansWithWorks } from './works.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import type { OwnHeading, FormGiven } from '#domain/headings/heading.ts';
import { OWN, OWN_HEADINGS } from '#domain/headings/headings.ts';
import type { Block } from '#domain/printing/parts.ts';
import type { FindingOf } from '#domain/risks/findings.ts';

/** Blocks D to H of the usual form: the zonings of R125-23 5° to 8° and the soils of L125-7. */
function zoneBlocks({ findings, statement, buildings, place }: StatementInput): Block[] {
  const given = { sale: statement.transaction === 'Vente', buildings, place };
  return OWN_HEADINGS.flatMap((heading) => blockOf(heading, findings, given)).toSorted((one, other) =>
    (one.letter ?? '').localeCompare(other.letter ?? ''),
  );
}

function blockOf<H extends OwnHeading>(heading: H, findings: { [K in H]: FindingOf<K> }, given: FormGiven): Block[] {
  const { form } = OWN[heading];
  return form === null ? [] : [form(findings[heading], given)];
}

/** The form as it is printed, with the answers given since the issue. */
export type Answered = { input: StatementInput; form: Form; signed: { place: string | null; date: string | null } };

const UNSIGNED = { place: null, date: null };

function formOf(input: StatementInput): Form {
  return {
    property: propertyRows(input),
    blocks: [...planBlocks(input), ...zoneBlocks(input), ...declarationBlocks(input)],
    noise: noiseBlocks(input),
    attestation: clearingAttestation(input),
    disasters: disasters(input),
  };
}

/** The questions that a statement leaves open, without the answers given since its issue. */
export function openQuestions(input: StatementInput): Question[] {
  const acts = actsOf(input);
  return questionsOf(askingOf(input)).map((question) => {
    const about = acts.find(({ key }) => `${question.id}.`.startsWith(`${key}.`));
    return about === undefined ? question : { ...question, act: about.act };
  });
}

/** What they are derived from. */
export function askingOf(input: StatementInput): Asking {
  const { findings, statement } = input;
  return {
    form: formOf(input),
    findings,
    transaction: statement.transaction,
    seller: partyName(statement.seller),
    buyer: partyName(statement.buyer),
    hasLot: Boolean(statement.declarations?.lot_copropriete),
  };
}

/** Without answers, an original prints its form as it is. */
export function answeredForm(input: StatementInput): Answered {
  if (input.answers === undefined) return { input, form: formOf(input), signed: UNSIGNED };
  const questions = new Map(openQuestions(input).map((one) => [one.id, one]));
  const answers = readable(input.answers, questions);
  const { statement } = input;
  const seller = written(answers, SELLER) ?? statement.seller;
  const buyer = written(answers, BUYER) ?? statement.buyer;
  const declarations = declarationsWith(statement.declarations, answers, askedPlans(input));
  const folded = { ...input, statement: { ...statement, seller, buyer, declarations } };
  const signed = { place: written(answers, 'signature.lieu'), date: dayOf(written(answers, 'signature.date')) };
  const given: Given = { questions, answers, seller: partyName(seller), ...signed };
  return { input: folded, form: withAnswers(formOf(folded), given), signed };
}

/** An answer to a question that this form does not ask, or no longer, is not printed. */
function readable(answers: readonly Answer[], questions: ReadonlyMap<string, Question>): Answers {
  return answersOf(
    answers.filter((answer) => {
      const question = questions.get(answer.question);
      return question !== undefined && !isToConfirm(question, answer) && isReadable(question, answer);
    }),
  );
}

const written = (answers: Answers, id: string): string | null => {
  const value = answers.get(id)?.value;
  return typeof value === 'string' ? value : null;
};
const dayOf = (date: string | null): string | null => (date === null ? null : longFrenchDate(date));

const LETTERS = { pprn: 'A', pprm: 'B', pprt: 'C' } as const;

/** What questions are about, each plan and the decrees, by the beginning of their ids. */
const actsOf = ({ findings }: Pick<StatementInput, 'findings'>): { key: string; act: string }[] => [
  { key: DECREES, act: decreeCodes(findings).join(' ') },
  ...concerningPlans(findings).map((plan) => ({
    key: `${LETTERS[plan.family]}.${slug(declaredPlan(plan))}`,
    act: actOf(plan),
  })),
  ...(findings.bruit.details?.zones ?? []).map(({ aerodrome, decreeDate, zone }) => ({
    key: `${NOISE}.${slug(aerodrome)}`,
    act: `${zone} ${decreeDate}`,
  })),
];

const askedPlans = ({ findings }: Pick<StatementInput, 'findings'>): AskedPlan[] =>
  plansWithWorks(findings).map((plan) => ({
    name: declaredPlan(plan),
    key: `${LETTERS[plan.family]}.${slug(declaredPlan(plan))}`,
  }));
