import type { Fact, FactName, Facts, NotObtainedReason, Provenance } from './facts.ts';
import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Details, FindingOf, OpenReason, Reference } from './findings.ts';
import { frenchDate, printable, typeset } from '#domain/french.ts';
import { isUnreadableDrawing } from '#domain/geometry/shapes.ts';
import type { Property } from '#domain/geometry/overlap.ts';
import { parisDate } from './validity.ts';

type Values<N extends FactName> = { [K in N]: Facts[K] extends Fact<infer T> ? T : never };

/** Conclusion of a rule. Its French has plain spaces; `conclude` sets the typography. */
export type Assessment<D extends Details[Heading]> = {
  state: 'concerned' | 'not-concerned';
  sentence: string;
  duty?: string;
  toVerify?: boolean;
  references?: Reference[];
  details: D;
  /** How many zones of the source have a drawing that cannot be read: each may concern the property. */
  unreadable?: number;
};

/** Every source answered, without a « oui » or a « non ». */
export type Open = { state: 'open'; reason: OpenReason; sentence: string; references?: Reference[] };

/** Replaces the article for the headings of the annexes. */
export const OUTSIDE_DUTY = 'Hors obligation d’information';

/** One heading: the facts it needs and how they are assessed. `null` means that the source lacks the answer. */
export type Rule<H extends Heading, N extends FactName> = {
  heading: H;
  title: string;
  article: string;
  facts: readonly N[];
  /** Two « non » of different details leave nothing to verify. */
  isEveryNoAlike?: true;
  assess: (
    values: Values<N>,
    property: Property,
    provenances: Record<N, Provenance>,
  ) => Assessment<Details[NoInfer<H>]> | Open | null;
};

/** Infers the type parameters of a rule. */
export function rule<H extends Heading, N extends FactName>(definition: Rule<H, N>): Rule<H, N> {
  return definition;
}

/** Applies a rule: `not-obtained` when any needed fact is missing, because a partial "no" would be false. */
export function conclude<H extends Heading, N extends FactName>(
  { heading, title, article, facts: names, assess }: Rule<H, N>,
  facts: Pick<Facts, N>,
  property: Property,
): FindingOf<H> {
  const used = names.map((name): Facts[FactName] => facts[name]);
  const frame = {
    heading,
    title: typeset(title),
    article: typeset(article),
    facts: [...names],
    provenances: used.map((fact) => fact.provenance),
    lastGood: used.some((fact) => fact.state === 'last-good'),
  };
  const missing = used.find((fact) => fact.state === 'not-obtained');
  if (missing) return { ...frame, ...notObtained(missing.reason) };

  const values = Object.fromEntries(names.map((name) => [name, valueOf(facts[name])])) as Values<N>;
  const provenances = Object.fromEntries(names.map((name) => [name, facts[name].provenance]));
  const assessment = verified(unlessUnreadable(() => assess(values, property, provenances as Record<N, Provenance>)));
  if (!assessment) return { ...frame, ...notObtained('not-held') };
  const sentence = typeset(printable([assessment.sentence, ...lastGoodSentence(used)].join(' ')));
  const references = assessment.references ?? [];
  if (assessment.state === 'open') return { ...frame, ...open(assessment.reason, sentence), references };
  return {
    ...frame,
    state: assessment.state,
    sentence,
    duty: assessment.duty ? typeset(assessment.duty) : null,
    toVerify: assessment.toVerify ?? false,
    references,
    details: assessment.details,
  };
}

/** The label of an edition in a sentence: the table of sources prints the hashes. */
export const withoutHash = (label: string): string => label.replaceAll(/, sha256 [0-9a-f]+/gu, '');

const UNREADABLE: Open = {
  state: 'open',
  reason: 'unreadable',
  sentence:
    'Contour illisible : la source donne d’une zone un tracé qui n’enferme aucune surface. L’exposition de l’immeuble n’a pas pu être établie ; elle est à vérifier auprès de la mairie.',
};

const ALSO_UNREADABLE =
  'La source donne aussi une zone dont le tracé n’enferme aucune surface : à vérifier auprès de la mairie.';

/** Beside a zone that cannot be read, a « non » is not verified and a « oui » may lack a zone. */
function verified<D extends Details[Heading]>(assessment: Assessment<D> | Open | null): Assessment<D> | Open | null {
  if (assessment === null || assessment.state === 'open' || !assessment.unreadable) return assessment;
  if (assessment.state === 'not-concerned') return UNREADABLE;
  return { ...assessment, sentence: `${assessment.sentence} ${ALSO_UNREADABLE}`, toVerify: true };
}

/** A drawing that cannot be read is never a « non », nor fails the statement. */
function unlessUnreadable<T>(make: () => T): T | Open {
  try {
    return make();
  } catch (error) {
    if (!isUnreadableDrawing(error)) throw error;
    return UNREADABLE;
  }
}

function valueOf(fact: Facts[FactName]): unknown {
  return fact.state === 'not-obtained' ? undefined : fact.value;
}

const REASONS: Record<NotObtainedReason, string> = {
  timeout: 'la source n’a pas répondu à temps',
  unavailable: 'la source est indisponible',
  'rate-limited': 'la source limite le nombre de demandes',
  malformed: 'la réponse de la source n’a pas pu être lue',
  refused: 'la source a refusé la demande',
  'not-held': 'la source ne détient pas cette information pour ce lieu',
};

function notObtained(reason: NotObtainedReason) {
  return {
    state: 'not-obtained' as const,
    reason,
    sentence: typeset(`Donnée non obtenue : ${REASONS[reason]}.`),
    duty: null,
    toVerify: false,
    references: [],
    details: null,
  };
}

export function open(reason: OpenReason, sentence: string) {
  return { state: 'not-obtained' as const, reason, sentence, duty: null, toVerify: true, details: null };
}

/** Adds the date of a last-good answer: the reader must know that it is not today's. */
function lastGoodSentence(used: readonly Facts[FactName][]): string[] {
  const dates = used
    .filter((fact) => fact.state === 'last-good')
    .map((fact) => fact.provenance.obtainedAt)
    .sort();
  const oldest = dates[0];
  if (!oldest) return [];
  return [`La source ne répondant pas, cette information reprend sa réponse du ${frenchDate(parisDate(oldest))}.`];
}
