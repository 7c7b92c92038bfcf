import type { Place } from '#domain/geometry/place.ts';
import type { FactName, Facts } from './facts.ts';
import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from './findings.ts';
import { checkedByList, crossChecked } from './cross-check.ts';
import { sis, traitDeCote } from './delimited.ts';
import { argiles, canalisations, catnat, remonteeDeNappe } from './informative.ts';
import { casias, cavites, icpe, mouvementsDeTerrain } from './nearby.ts';
import { bruit } from './noise.ts';
import { propertyAt } from '#domain/geometry/overlap.ts';
import { checkedByPerimeters } from './perimeter-check.ts';
import { pprm, pprn, pprPrescrit, pprt } from './ppr.ts';
import { concludeChecked as conclude } from './contradiction.ts';
import { debroussaillement, radon, sismicite } from './zonings.ts';

/** Facts that the compulsory headings read. */
export const COMPULSORY_FACTS = [
  'pprn',
  'pprm',
  'pprt',
  'seismicZone',
  'radon',
  'coastlineRetreat',
  'brushClearing',
  'sis',
  'noise',
  'noisePlans',
  'planPerimeters',
] as const satisfies readonly FactName[];
export type CompulsoryFacts = Pick<Facts, (typeof COMPULSORY_FACTS)[number]>;
export type CompulsoryFindings = Pick<Findings, CompulsoryHeading>;

/**
 * From facts to findings: one per heading, the compulsory ones (R125-23, 1° to 8°, L125-7 code de l'environnement,
 * L112-11 code de l'urbanisme) first. Pure; each rule is in its file with its article, threshold and date of effect.
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
  const findings = {
    pprt: conclude(pprt, facts, property),
    pprn: conclude(pprn, facts, property),
    pprm: conclude(pprm, facts, property),
    'ppr-prescrit': conclude(pprPrescrit, facts, property),
    sismicite: conclude(sismicite, facts, property),
    radon: conclude(radon, facts, property),
    'trait-de-cote': checkedByList(conclude(traitDeCote, facts, property), property),
    debroussaillement: conclude(debroussaillement, facts, property),
    sis: conclude(sis, facts, property),
    bruit: conclude(bruit, facts, property),
  };
  return checkedByPerimeters(crossChecked(findings, facts, property), facts, place);
}
