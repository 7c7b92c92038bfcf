import { enumeration, frenchDate, printable, typeset } from '#domain/french.ts';
import type { Fact, FactName, Facts, Provenance } from './facts.ts';
import type { FindingOf, Heading } from './findings.ts';
import type { Property } from './overlap.ts';
import { conclude, open, withoutHash, type Rule } from './rule.ts';
import { parisDate } from './validity.ts';

/**
 * Concludes a heading, « à vérifier » where the live service would make it say something else than the release. A « non »
 * that the live service denies is neither « oui » nor « non ».
 */
export function concludeChecked<H extends Heading, N extends FactName>(
  rule: Rule<H, N>,
  facts: Pick<Facts, N>,
  property: Property,
): FindingOf<H> {
  const finding = conclude(rule, facts, property);
  const contradictions = rule.facts.flatMap((name) => contradictionOf(facts[name]));
  if (contradictions.length === 0) return finding;
  const live = Object.fromEntries(rule.facts.map((name) => [name, liveOf(facts[name])])) as Pick<Facts, N>;
  const other = conclude(rule, live, property);
  const isAgreed = isSame(finding, other) || isBelowTheLaw(finding, other);
  return isAgreed ? finding : doubted(finding, other, contradictions);
}

type Contradiction = { said: Provenance; denied: Provenance };

function contradictionOf(fact: Fact<unknown>): Contradiction[] {
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

/** Levels 1 and 2 of radon give the same answer: nothing is left to verify. */
const isBelowTheLaw = <H extends Heading>(one: FindingOf<H>, other: FindingOf<H>): boolean =>
  one.heading === 'radon' && one.state === 'not-concerned' && other.state === 'not-concerned';

function doubted<H extends Heading>(
  finding: FindingOf<H>,
  other: FindingOf<H>,
  contradictions: Contradiction[],
): FindingOf<H> {
  const provenances = [...finding.provenances, ...contradictions.map(({ denied }) => denied)];
  const [release, live] = [releasesOf(contradictions), servicesOf(contradictions)];
  if (finding.state === 'not-concerned' && other.state === 'concerned') {
    const ours = finding.sentence.replaceAll(written(release), 'cette édition');
    const sentence = `${release} et ${live} se contredisent : à vérifier en mairie. Réponse de l’édition : ${ours} Réponse du service en ligne : ${other.sentence}`;
    const { references } = finding;
    const contradiction = written(`${release} répond « non », ${live} répond « oui » : à vérifier en mairie.`);
    return { ...finding, ...open('sources-disagree', written(sentence)), contradiction, provenances, references };
  }
  const doubt = `Cette réponse est celle de ${release} ; ${live} en donne une autre, à vérifier en mairie${othersWords(finding, other)}`;
  const sentence = written(`${finding.sentence} ${doubt}`);
  return { ...finding, sentence, contradiction: written(doubt), toVerify: true, provenances };
}

/** Lists of sites or decrees may differ behind the same sentence. */
const othersWords = <H extends Heading>(finding: FindingOf<H>, other: FindingOf<H>): string =>
  finding.sentence === other.sentence ? '.' : ` : ${other.sentence}`;

const written = (sentence: string): string => typeset(printable(sentence));

function releasesOf(contradictions: Contradiction[]): string {
  const labels = contradictions.map(({ said }) => withoutHash(said.label));
  return enumeration([...new Set(labels)].map((label) => `« ${label} »`));
}

function servicesOf(contradictions: Contradiction[]): string {
  const named = contradictions.map(
    ({ denied: { label, obtainedAt } }) => `« ${label} » (service en ligne, le ${frenchDate(parisDate(obtainedAt))})`,
  );
  return enumeration([...new Set(named)]);
}
