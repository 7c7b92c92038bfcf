import { enumeration, frenchDate, printable, typeset } from '#domain/french.ts';
import type { Fact, FactName, Facts, Ppr, Provenance } from './facts.ts';
import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Contradiction, FindingOf } from './findings.ts';
import type { Property } from '#domain/geometry/overlap.ts';
import { conclude, open, withoutHash, type Rule } from './rule.ts';
import { parisDate } from './validity.ts';

/**
 * Concludes a heading, « à vérifier » where another source would make it say something else. A « non » that the other
 * does not share is neither « oui » nor « non ».
 */
export function concludeChecked<H extends Heading, N extends FactName>(
  rule: Rule<H, N>,
  facts: Pick<Facts, N>,
  property: Property,
): FindingOf<H> {
  const finding = conclude(rule, facts, property);
  const denials = rule.facts.flatMap((name) => denialOf(facts[name]));
  if (denials.length === 0) return finding;
  const live = Object.fromEntries(rule.facts.map((name) => [name, liveOf(facts[name])])) as Pick<Facts, N>;
  const other = conclude(rule, live, property);
  const isAgreed = isSame(finding, other) || (rule.isEveryNoAlike === true && areBothNo(finding, other));
  return isAgreed ? finding : doubted(finding, other, denials);
}

type Denial = { said: Provenance; denied: Provenance };

function denialOf(fact: Fact<unknown>): Denial[] {
  if (fact.state !== 'obtained' || fact.contradictedBy === undefined) return [];
  return [{ said: fact.provenance, denied: fact.contradictedBy.provenance }];
}

function liveOf(fact: Fact<unknown>): Fact<unknown> {
  if (fact.state !== 'obtained' || fact.contradictedBy === undefined) return fact;
  return { state: 'obtained', ...fact.contradictedBy };
}

const isSame = <H extends Heading>(one: FindingOf<H>, other: FindingOf<H>): boolean =>
  one.state === other.state &&
  one.sentence === other.sentence &&
  JSON.stringify(one.details) === JSON.stringify(other.details);

const areBothNo = (one: FindingOf<Heading>, other: FindingOf<Heading>): boolean =>
  one.state === 'not-concerned' && other.state === 'not-concerned';

function doubted<H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>, denials: Denial[]): FindingOf<H> {
  const provenances = [...finding.provenances, ...denials.map(({ denied }) => denied)];
  const sources: Sources = [releasesOf(denials), servicesOf(denials)];
  const ours = { ...finding, provenances };
  if (isAlike(finding, other)) return alike(ours, other, sources);
  return finding.state === 'not-concerned' ? neither(ours, other, sources) : otherwise(ours, other, sources);
}

type Sources = [release: string, live: string];

/** A « non » that the other source does not share. */
function neither<H extends Heading>(
  finding: FindingOf<H>,
  other: FindingOf<H>,
  [release, live]: Sources,
): FindingOf<H> {
  const ours = finding.sentence.replaceAll(written(release), 'cette édition');
  const sentence = `${release} et ${live} se contredisent : à vérifier en mairie. Réponse de l’édition : ${ours} Réponse du service en ligne : ${other.sentence}`;
  const theirs = other.state === 'concerned' ? 'oui' : 'non vérifié';
  const short = `${release} répond « non », ${live} répond « ${theirs} » : à vérifier en mairie.`;
  const { references, provenances } = finding;
  const contradiction = contradictionOf([release, live], short, { isOnAnswer: true });
  return { ...finding, ...open('sources-disagree', written(sentence)), contradiction, provenances, references };
}

/** Two « non » that name other plans or another level, or the same plans that hold the property beside others. */
const isAlike = <H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>): boolean => {
  if (finding.state !== other.state || finding.state === 'not-obtained') return false;
  const plans = plansOf(finding);
  return (
    finding.state === 'not-concerned' || (plans.length > 0 && JSON.stringify(plans) === JSON.stringify(plansOf(other)))
  );
};

function alike<H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>, sources: Sources): FindingOf<H> {
  const [release, live] = sources;
  const also = `Cette réponse est celle de ${release} ; ${live} répond « ${finding.state === 'concerned' ? 'oui' : 'non'} » aussi${othersWords(finding, other)}`;
  const contradiction = contradictionOf(sources, also, { isOnAnswer: false });
  const toVerify = finding.toVerify || other.toVerify;
  return { ...finding, sentence: written(`${finding.sentence} ${also}`), contradiction, toVerify };
}

/** The finding stays, by caution or because the other source does not deny it. */
function otherwise<H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>, sources: Sources): FindingOf<H> {
  const [release, live] = sources;
  const doubt = `Cette réponse est celle de ${release} ; ${live} en donne une autre, à vérifier en mairie${othersWords(finding, other)}`;
  const isOnAnswer = finding.state === 'concerned' && other.state === 'not-concerned';
  const plans = plansOf(finding).filter((plan) => !plansOf(other).some((one) => isSamePlan(one, plan)));
  const contradiction = contradictionOf(sources, doubt, { isOnAnswer, plans });
  return { ...finding, sentence: written(`${finding.sentence} ${doubt}`), contradiction, toVerify: true };
}

/** Lists of sites or decrees may differ behind the same sentence. */
const othersWords = <H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>): string =>
  finding.sentence === other.sentence ? '.' : ` : ${other.sentence}`;

export const contradictionOf = (
  sources: string[],
  sentence: string,
  more: Pick<Contradiction, 'isOnAnswer'> & Partial<Contradiction>,
): Contradiction => ({
  plans: [],
  perimeters: [],
  ...more,
  sources: sources.map(written),
  sentence: written(sentence),
});

/** A third source beside two that differ. */
export function withContradiction(known: Contradiction | undefined, other: Contradiction): Contradiction {
  if (known === undefined) return other;
  return {
    sources: [...new Set([...known.sources, ...other.sources])],
    sentence: `${known.sentence} ${other.sentence}`,
    isOnAnswer: known.isOnAnswer || other.isOnAnswer,
    plans: [...known.plans, ...other.plans],
    perimeters: [...known.perimeters, ...other.perimeters],
  };
}

const plansOf = ({ details }: { details: unknown }): Ppr[] =>
  details !== null && typeof details === 'object' && 'plans' in details ? (details.plans as Ppr[]) : [];

const isSamePlan = (one: Ppr, other: Ppr): boolean =>
  one.zoned === other.zoned && (one.gasparId === null ? one.name === other.name : one.gasparId === other.gasparId);

const written = (sentence: string): string => typeset(printable(sentence));

function releasesOf(denials: Denial[]): string {
  const labels = denials.map(({ said }) => withoutHash(said.label));
  return enumeration([...new Set(labels)].map((label) => `« ${label} »`));
}

function servicesOf(denials: Denial[]): string {
  const named = denials.map(
    ({ denied: { label, obtainedAt } }) => `« ${label} » (service en ligne, le ${frenchDate(parisDate(obtainedAt))})`,
  );
  return enumeration([...new Set(named)]);
}
