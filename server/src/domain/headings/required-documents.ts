import { whereConcerned } from './headings.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { joinedOf, planDocumentFile, type PlanDocument } from '#domain/risks/plan-documents.ts';

/** Pages of a required document that are bound in the statement. */
export type BoundPages = {
  /** `RequiredDocument.id` */
  id: string;
  /** Printed after « dans ce document » : « partie 8, pages 21 à 24 ». */
  where: string;
  /** False when pages that the law requires were left out. */
  whole: boolean;
  /** False for a map on which the property is not drawn. */
  marked: boolean;
};

/** Only `bound` counts as enclosed: an attached file is not printed with the PDF. */
type Held =
  | { state: 'bound' | 'partly-bound'; where: string }
  /** A map in this document on which nothing shows the property: R125-24 1° asks for an extract that situates it. */
  | { state: 'unmarked'; where: string }
  /** Attached to the PDF as files. `whole`: the source names no other of this kind. */
  | { state: 'file'; files: string[]; whole: boolean }
  | { state: 'missing' };

export type RequiredDocument = {
  /** Stable: `fiche-sismique`, `sis-SSP0001`, `25DDT20080012-zonage`. */
  id: string;
  heading: CompulsoryHeading;
  /** The plan of this extract; null for any other document. */
  plan: Ppr | null;
  /** « Fiche d’information sur le radon », « Carte réglementaire » */
  name: string;
  /** Where the owner finds it, with its article. */
  source: string;
  held: Held;
};

type Sources = { findings: Findings; planDocuments: PlanDocument[]; boundPages: BoundPages[] };
type Wanted = Omit<RequiredDocument, 'held'> & { attached?: { files: string[]; whole: boolean } };

/**
 * The documents that R125-24 and L125-7 code de l'environnement require for this property, and where each one is. Page
 * 1, what remains to do and block K all read this list, so they cannot disagree.
 */
export function requiredDocuments({ findings, planDocuments, boundPages }: Sources): RequiredDocument[] {
  const plans = (['pprn', 'pprm', 'pprt', 'ppr-prescrit'] as const).flatMap((heading) => {
    const finding = findings[heading];
    return finding.state === 'concerned' ? finding.details.plans.map((plan) => ({ heading, plan })) : [];
  });
  const wanted = [...plans.flatMap((plan) => ofPlan(plan, planDocuments)), ...sheets(findings)];
  return wanted.map(({ attached, ...document }) => ({ ...document, held: held(document.id, attached, boundPages) }));
}

function held(id: string, attached: Wanted['attached'], boundPages: BoundPages[]): Held {
  const bound = boundPages.find((pages) => pages.id === id);
  if (bound) return { state: stateOf(bound), where: bound.where };
  return attached && attached.files.length > 0 ? { state: 'file', ...attached } : { state: 'missing' };
}

const stateOf = ({ whole, marked }: BoundPages): 'bound' | 'partly-bound' | 'unmarked' =>
  whole ? (marked ? 'bound' : 'unmarked') : 'partly-bound';

/** « Carte réglementaire du plan « PPRI de la Seine » » */
export const labelOf = ({ name, plan }: RequiredDocument): string =>
  plan === null ? name : `${name} du plan « ${plan.name} »`;

export const isEnclosed = ({ held }: RequiredDocument): boolean => held.state === 'bound';

const IN_TOWN_HALL = 'mairie, préfecture ou www.georisques.gouv.fr (R. 125-24, 1°)';

/** A prescribed plan has no règlement yet: only its perimeter under study can be enclosed. */
function ofPlan({ heading, plan }: { heading: CompulsoryHeading; plan: Ppr }, planDocuments: PlanDocument[]): Wanted[] {
  const kinds = plan.status === 'prescribed' ? (['zonage'] as const) : (['zonage', 'reglement'] as const);
  return kinds.map((kind) => {
    const { joined, whole } = joinedOf(planDocuments, plan, kind);
    return {
      id: planDocumentId(plan, kind),
      heading,
      plan,
      name: plan.status === 'prescribed' ? 'Périmètre mis à l’étude' : NAMES[kind],
      source: IN_TOWN_HALL,
      attached: { files: joined.map(planDocumentFile), whole },
    };
  });
}

/** Id of a plan's map or règlement; pages bound for it use the same. */
export const planDocumentId = (plan: Ppr, kind: PlanDocument['kind']): string =>
  `${plan.gasparId ?? plan.name}-${kind}`;

const NAMES = { zonage: 'Carte réglementaire', reglement: 'Extrait du règlement' };

const sheets = (findings: Findings): Wanted[] =>
  whereConcerned(findings, ({ rule: { heading }, papers }, details) =>
    (papers?.(details) ?? []).map((paper) => ({ ...paper, heading, plan: null })),
  );
