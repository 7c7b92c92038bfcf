import type { OwnChoice } from './bound-pages.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { isJoined, planDocumentFile, type DocumentGap, type PlanDocument } from '#domain/risks/plan-documents.ts';
import { planDocumentId } from '#domain/headings/required-documents.ts';
import type { Bound, BoundDocument } from './bound.ts';

/** A document of the State that the law requires to attach, as a PDF. */
export type Foreign = Pick<BoundDocument, 'id' | 'kind' | 'title' | 'file' | 'zoneCodes'> & {
  /** « Géorisques » */
  from: string;
  pdf: { bytes: Uint8Array; sha256: string; obtainedAt: string };
  choice: OwnChoice | null;
};
/**
 * The owner's choice of pages in a document, named as `planDocumentFile` does; null is all of them. It does not apply
 * to a newer file.
 */
export type PageChoice = { piece: string; sha256: string; pages: number[] | null };

/** Maps before règlements, the first sheet of each before the others. */
export function foreignPlanDocuments(plans: Ppr[], planDocuments: PlanDocument[], choices: PageChoice[]): Foreign[] {
  return planDocuments.filter(isJoined).flatMap((planDocument) => {
    const plan = plans.find(({ gasparId }) => gasparId === planDocument.gasparId);
    if (plan === undefined) return [];
    const file = planDocumentFile(planDocument);
    const zoneCodes = [...new Set(plan.zones.map(({ code }) => code))];
    const { kind, pdf } = planDocument;
    const choice = choiceOf(choices, file, pdf.sha256);
    return [{ id: planDocumentId(plan, kind), kind, title: planDocumentTitle(plans, planDocument), file, zoneCodes, from: 'Géorisques', pdf, choice }]; // prettier-ignore
  });
}

function choiceOf(choices: PageChoice[], file: string, hash: string): OwnChoice | null {
  const found = choices.find(({ piece, sha256 }) => piece === file && sha256 === hash);
  return found === undefined ? null : (found.pages ?? 'toutes');
}

/** Two plans may have one name: their identifiers distinguish them. */
function planDocumentTitle(plans: Ppr[], { gasparId, kind, number }: Omit<PlanDocument, 'pdf'>): string {
  const name = plans.find((plan) => plan.gasparId === gasparId)?.name ?? gasparId;
  const isShared = plans.filter((plan) => plan.name === name).length > 1;
  const sheet = number > 1 ? `, fichier ${number}` : '';
  return `${kind === 'zonage' ? 'Carte réglementaire' : 'Règlement'} du plan « ${name} »${isShared ? ` (${gasparId})` : ''}${sheet}`;
}

/** A document that cannot be read is not attached: a reader could not open it either. */
export function withoutUnreadable(
  planDocuments: PlanDocument[],
  flaws: ReadonlyMap<string, DocumentGap>,
): PlanDocument[] {
  return planDocuments.map((planDocument) => {
    const gap = flaws.get(planDocumentFile(planDocument));
    return gap === undefined ? planDocument : { ...planDocument, pdf: null, gap };
  });
}

const GAPS: Record<DocumentGap, string> = {
  'not-obtained': 'Géorisques ne l’a pas donné',
  refused: 'ce que Géorisques donne n’est pas un PDF entier de moins de 2 Mo',
  'too-many': 'le plan a plus de fichiers que ce document n’en joint',
  'no-room': 'il n’y a plus de place dans ce document',
  encrypted: 'le fichier est protégé par un mot de passe',
  unreadable: 'le fichier est endommagé',
  'too-slow': 'le fichier est trop long à lire',
};

/** Documents that the supplier named and that cannot be bound, each with its reason. */
export function missingPlanDocuments(plans: Ppr[], planDocuments: PlanDocument[]): Bound['left'] {
  return planDocuments.flatMap((planDocument) => {
    const plan = plans.find(({ gasparId }) => gasparId === planDocument.gasparId);
    if (plan === undefined || planDocument.pdf !== null) return [];
    const why = GAPS[planDocument.gap ?? 'not-obtained'];
    return [
      { id: planDocumentId(plan, planDocument.kind), sentence: `${planDocumentTitle(plans, planDocument)} : ${why}.` },
    ];
  });
}
