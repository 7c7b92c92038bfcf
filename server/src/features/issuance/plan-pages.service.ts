import { MOST_DECREES, type PlanToAnswer } from '@clairisque/contract/common/declarations.ts';
import type { PlanPages } from '@clairisque/contract/issuance.ts';
import type { Deps } from '#deps.ts';
import { choosePages, type Basis } from '#domain/statement-document/bound-pages.ts';
import { decreesByCode } from '#domain/risks/decrees.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Catnat } from '#domain/risks/facts.ts';
import { foreignPlanDocuments, type Foreign } from '#domain/statement-document/foreign-documents.ts';
import { frenchDate, typeset } from '#domain/french.ts';
import { asksWorks } from '#domain/statement-document/works.ts';
import { planDocumentsFor } from '#domain/risks/plan-documents.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { AppError } from '#platform/app-error.ts';
import { MOST_PAGES, PIXELS } from './binding.service.ts';
import { findPlace } from './place.service.ts';
import { collectPlanDocuments, plansAround, toAnswer, worksIn } from './plan-documents.service.ts';

type Chosen = {
  code_parcelle: string;
  parcelles?: readonly string[] | null | undefined;
  longitude: number;
  latitude: number;
};

type Listed = {
  pieces: PlanPages[];
  travaux: string[];
  plans?: PlanToAnswer[];
  arretes?: { code: string; libelle: string }[];
};

/**
 * What the owner may choose or answer for a parcel: documents of its plans with the pages that its statement would take,
 * its plans with the works that their zones require, the decrees of its commune. Unreadable documents are left out: the
 * statement will say so. No list of plans or decrees when a source does not answer. Throws `invalid_input` (outside
 * France, no such parcel there).
 */
export async function listPlanPages(deps: Deps, chosen: Chosen): Promise<Listed> {
  const refusal = checkCoordinates(chosen);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  const place = await findPlace(deps, chosen, null);
  // Through the preview bulkhead, since it is free: no statement waits behind it.
  const [plans, planDocuments, catnat] = await deps.previewBulkhead.execute(() =>
    Promise.all([plansAround(deps, place), collectPlanDocuments(deps, place), deps.georisques.catnat(place)]),
  );
  const documents = foreignPlanDocuments(plans.known, planDocumentsFor(plans.known, planDocuments), []);
  const pieces = await Promise.all(documents.map((document) => planPagesOf(deps, document, place)));
  const asked = plans.known.filter(asksWorks).map(toAnswer);
  return {
    pieces: pieces.filter((piece) => piece !== null),
    travaux: plans.known.map(worksIn).filter((sentence) => sentence !== null),
    ...(plans.isWhole && { plans: asked }),
    ...(catnat.state !== 'not-obtained' && { arretes: decreesToName(catnat.value) }),
  };
}

/** The latest ones: as many as a declaration may name. */
const decreesToName = (rows: Catnat[]) =>
  decreesByCode(rows)
    .slice(0, MOST_DECREES)
    .map((decree) => ({ code: decree.code, libelle: typeset(decreeInWords(decree)) }));

function decreeInWords({ hazard, start, decree }: Catnat): string {
  const event = start === null ? hazard : `${hazard}, ${frenchDate(start.slice(0, 10))}`;
  return decree === null ? event : `${event} (arrêté du ${frenchDate(decree.slice(0, 10))})`;
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
