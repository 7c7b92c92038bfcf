import { COMPULSORY_HEADINGS, type CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { propertyAt } from '#domain/geometry/overlap.ts';
import type { Place } from '#domain/geometry/place.ts';
import { concludeChecked as conclude } from '#domain/risks/contradiction.ts';
import type { FactName, Facts } from '#domain/risks/facts.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import { argiles, canalisations, catnat, remonteeDeNappe } from '#domain/risks/informative.ts';
import { casias, cavites, icpe, mouvementsDeTerrain } from '#domain/risks/nearby.ts';
import { checkedByPerimeters } from '#domain/risks/perimeter-check.ts';
import { crossChecked } from './cross-check.ts';
import type { OwnHeading } from './heading.ts';
import { HEADINGS, isOwn, OWN, type CompulsoryFact } from './headings.ts';

/** Facts that the compulsory headings read, and the perimeters that may open a « non » of theirs. */
export const COMPULSORY_FACTS = [
  ...new Set(COMPULSORY_HEADINGS.flatMap((heading): readonly FactName[] => HEADINGS[heading].rule.facts)),
  'planPerimeters',
] as readonly (CompulsoryFact | 'planPerimeters')[];
export type CompulsoryFacts = Pick<Facts, CompulsoryFact | 'planPerimeters'>;
export type CompulsoryFindings = Pick<Findings, CompulsoryHeading>;

/**
 * From facts to findings: one per heading, the compulsory ones (R125-23, 1° to 8°, L125-7 code de l'environnement,
 * L112-11 code de l'urbanisme) first. Pure; each rule is in the file of its heading with its article, threshold and date
 * of effect.
 */
export function assessRisks(facts: Facts, place: Place): Findings {
  const property = propertyAt(place);
  return {
    ...assessCompulsoryRisks(facts, place),
    argiles: conclude(argiles, facts, property),
    casias: conclude(casias, facts, property),
    icpe: conclude(icpe, facts, property),
    cavites: conclude(cavites, facts, property),
    'mouvements-de-terrain': conclude(mouvementsDeTerrain, facts, property),
    'remontee-de-nappe': conclude(remonteeDeNappe, facts, property),
    canalisations: conclude(canalisations, facts, property),
    catnat: conclude(catnat, facts, property),
  };
}

/** Assesses the compulsory headings only. */
export function assessCompulsoryRisks(facts: CompulsoryFacts, place: Place): CompulsoryFindings {
  const property = propertyAt(place);
  // Each rule reads its own facts, all of them compulsory ones.
  const concluded = <H extends CompulsoryHeading>(heading: H) =>
    conclude<H, FactName>(HEADINGS[heading].rule, facts as Facts, property);
  const checked = <H extends OwnHeading>(heading: H): FindingOf<H> => {
    const finding = concluded(heading);
    return OWN[heading].checked?.(finding, property) ?? finding;
  };
  const findings = Object.fromEntries(
    COMPULSORY_HEADINGS.map((heading) => [heading, isOwn(heading) ? checked(heading) : concluded(heading)]),
  ) as CompulsoryFindings;
  return checkedByPerimeters(crossChecked(findings, facts, property), facts, place);
}
