import {
  COMPULSORY_HEADINGS,
  DRAWN_HEADINGS,
  type CompulsoryHeading,
  type DrawnHeading,
} from '@clairisque/contract/common/headings.ts';
import type { Details, FindingOf, Findings } from '#domain/risks/findings.ts';
import { bruit } from './bruit.ts';
import { debroussaillement } from './debroussaillement.ts';
import type { Drawing, Own, OwnHeading, PlanHeading, Said, FicheSubject } from './heading.ts';
import { pprPrescrit } from './ppr-prescrit.ts';
import { pprm } from './pprm.ts';
import { pprn } from './pprn.ts';
import { pprt } from './pprt.ts';
import { radon } from './radon.ts';
import { sis } from './sis.ts';
import { sismicite } from './sismicite.ts';
import { traitDeCote } from './trait-de-cote.ts';
import type { FactName } from '#domain/risks/facts.ts';

/** The headings of plans, and the others: the compiler names the one that is missing. */
const PLANS = { pprt, pprn, pprm, 'ppr-prescrit': pprPrescrit } satisfies { [H in PlanHeading]: Said<H> };
const OTHERS = { sismicite, radon, 'trait-de-cote': traitDeCote, debroussaillement, sis, bruit } satisfies {
  [H in OwnHeading]: Own<H>;
};

/** Every compulsory heading; their order is `COMPULSORY_HEADINGS`. */
export const HEADINGS: { [H in CompulsoryHeading]: Said<H> } = { ...PLANS, ...OTHERS };
export const OWN: { [H in OwnHeading]: Own<H> } = OTHERS;
export const DRAWINGS: { [H in DrawnHeading]: Drawing<H> } = {
  sis: sis.drawing,
  'trait-de-cote': traitDeCote.drawing,
  bruit: bruit.drawing,
};

/** Facts that the compulsory headings read. */
export type CompulsoryFact = (typeof PLANS & typeof OTHERS)[CompulsoryHeading]['rule']['facts'][number];
/** Names of their sources on the loading screen. */
const HEADING_SOURCES: Record<CompulsoryFact, string> = {
  ...pprn.sources,
  ...pprm.sources,
  ...pprt.sources,
  ...sismicite.sources,
  ...radon.sources,
  ...traitDeCote.sources,
  ...debroussaillement.sources,
  ...sis.sources,
  ...bruit.sources,
};

export const isOwn = (heading: CompulsoryHeading): heading is OwnHeading => heading in OTHERS;
export const OWN_HEADINGS: readonly OwnHeading[] = COMPULSORY_HEADINGS.filter(isOwn);
export const isDrawn = (heading: string): heading is DrawnHeading => DRAWN_HEADINGS.some((one) => one === heading);

type Say<T> = <H extends OwnHeading>(own: Own<H>, details: Details[H]) => T[];

/** What `say` gives for each of these headings that concerns the property, in the order of the law. */
export const whereConcerned = <T>(findings: { [H in OwnHeading]: FindingOf<H> }, say: Say<T>): T[] =>
  OWN_HEADINGS.flatMap((heading) => ofOne(heading, findings, say));

function ofOne<H extends OwnHeading, T>(heading: H, findings: { [K in H]: FindingOf<K> }, say: Say<T>): T[] {
  const finding: FindingOf<H> = findings[heading];
  return finding.state === 'concerned' ? say(OWN[heading], finding.details) : [];
}

/**
 * The State's information sheets to attach: R125-24 2°, 3° code de l'environnement, and the sheet on débroussaillement.
 */
const FICHES = OWN_HEADINGS.flatMap((heading) => OWN[heading].fiche ?? []);
export const FICHE_SUBJECTS: readonly FicheSubject[] = FICHES.map(({ subject }) => subject);
export const ficheTitle = (subject: FicheSubject): string =>
  FICHES.find((fiche) => fiche.subject === subject)?.title ?? '';

/** The sheets that this property needs; `sheetUrl` comes from the supplier's answer, when it gives one. */
export const neededFiches = (findings: Findings): { subject: FicheSubject; sheetUrl: string | null }[] =>
  whereConcerned(findings, ({ fiche }, details) =>
    fiche === null ? [] : [{ subject: fiche.subject, sheetUrl: fiche.sheetUrl(details) }],
  );

/** Names of the source of each fact, on the loading screen and on the page of services. */
export const FACT_SOURCES: Record<FactName, string> = {
  ...HEADING_SOURCES,
  catnat: 'Arrêtés de catastrophe naturelle',
  clay: 'Retrait-gonflement des argiles',
  casias: 'Anciens sites industriels (CASIAS)',
  installations: 'Installations classées',
  cavities: 'Cavités souterraines',
  groundMovements: 'Mouvements de terrain',
  report: 'Remontée de nappe et canalisations',
  planPerimeters: 'Périmètres publiés des plans',
};
