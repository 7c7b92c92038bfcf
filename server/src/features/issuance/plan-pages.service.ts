import type { PlanPages } from '@clairisque/contract/issuance.ts';
import type { Deps } from '#deps.ts';
import { choosePages, type Basis } from '#domain/statement-document/bound-pages.ts';
import type { Place } from '#domain/risks/facts.ts';
import { foreignPlanDocuments, type Foreign } from '#domain/statement-document/foreign-documents.ts';
import { typeset } from '#domain/french.ts';
import { requiredWorks } from '#domain/statement-document/plan-words.ts';
import { planDocumentsFor } from '#domain/risks/plan-documents.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { AppError } from '#platform/app-error.ts';
import { MOST_PAGES, PIXELS } from './binding.service.ts';
import { findPlace } from './place.service.ts';
import { collectPlanDocuments, plansAround } from './plan-documents.service.ts';

type Chosen = {
  code_parcelle: string;
  parcelles?: readonly string[] | null | undefined;
  longitude: number;
  latitude: number;
};

/**
 * The documents of the plans that may concern a parcel, with the pages that its statement would take, and a sentence for
 * each plan whose zones require works. Unreadable documents are left out: the statement will say so. Throws `invalid_input` (outside France, no such parcel there).
 */
export async function listPlanPages(deps: Deps, chosen: Chosen): Promise<{ pieces: PlanPages[]; travaux: string[] }> {
  const refusal = checkCoordinates(chosen);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  const place = await findPlace(deps, chosen, null);
  // Through the preview bulkhead, since it is free: no statement waits behind it.
  const [plans, planDocuments] = await deps.previewBulkhead.execute(() =>
    Promise.all([plansAround(deps, place), collectPlanDocuments(deps, place)]),
  );
  const documents = foreignPlanDocuments(plans, planDocumentsFor(plans, planDocuments), []);
  const pieces = await Promise.all(documents.map((document) => planPagesOf(deps, document, place)));
  const works = plans.map(requiredWorks).filter((sentence) => sentence !== null);
  return { pieces: pieces.filter((piece) => piece !== null), travaux: works.map((one) => typeset(`${one}.`)) };
}

const REASONS: Record<Basis, PlanPages['raison']> = {
  all: 'toutes',
  owner: 'toutes',
  location: 'coordonnees',
  zone: 'zone',
};

async function planPagesOf(deps: Pick<Deps, 'pdfPages'>, document: Foreign, place: Place): Promise<PlanPages | null> {
  const { title, file, pdf, zoneCodes } = document;
  const reading = await deps.pdfPages.read(pdf);
  if ('flaw' in reading || file === null) return null;
  const { pages, basis } = choosePages(reading, { ...document, place });
  // In the background, while the user reads: the statement then finds them drawn. Never rejects.
  void deps.pdfPages.draw(pdf, pages.slice(0, MOST_PAGES), PIXELS[document.kind]);
  return {
    piece: file,
    titre: typeset(title),
    sha256: pdf.sha256,
    pages: reading.total,
    proposees: pages,
    raison: pages.length === 0 ? 'aucune' : REASONS[basis],
    zones: [...zoneCodes],
  };
}
