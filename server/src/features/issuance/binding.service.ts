import type { Deps } from '#deps.ts';
import {
  choosePages,
  withExtract,
  type Chosen,
  type DrawnPage,
  type ForeignKind,
  type MapExtract,
} from '#domain/statement-document/bound-pages.ts';
import type { Place } from '#domain/geometry/place.ts';
import { ficheTitle, neededFiches } from '#domain/headings/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import {
  foreignPlanDocuments,
  missingPlanDocuments,
  withoutUnreadable,
  type Foreign,
  type PageChoice,
} from '#domain/statement-document/foreign-documents.ts';
import { planDocumentsFor, type DocumentGap, type PlanDocument } from '#domain/risks/plan-documents.ts';
import { boundPages, type Bound, type BoundDocument } from '#domain/statement-document/bound.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';

type Binding = {
  foreign: Foreign;
  chosen: Chosen;
  total: number;
  texts: string[];
  isSigned: boolean;
  extract: MapExtract | null;
};
type Bindings = { bound: Bound; files: Record<string, Uint8Array>; flaws: Map<string, DocumentGap> };

/** The owner's choices and the suppliers' answers. */
type Given = { place: Place; findings: Findings; planDocuments: PlanDocument[]; choices: PageChoice[] };
type Binder = Pick<Deps, 'pdfPages' | 'fiches'> & { observer?: AnswerObserver };
/** `fiches` are the originals, to attach. */
type Documents = Pick<StatementInput, 'bound' | 'boundPages' | 'planDocuments' | 'fiches'>;

/** The documents that the law requires to enclose: as pages of the statement, and as attached files. */
export async function bindDocuments(
  deps: Binder,
  { place, findings, planDocuments: found, choices }: Given,
): Promise<Documents & { files: Record<string, Uint8Array> }> {
  const plans = concerningPlans(findings);
  const joined = planDocumentsFor(plans, found);
  const fiches = await findFiches(deps, findings);
  const { files, flaws, ...drawn } = await bindPages(deps, place, [
    ...fiches,
    ...foreignPlanDocuments(plans, joined, choices),
  ]);
  const planDocuments = withoutUnreadable(joined, flaws);
  const unread = fiches.filter(({ file }) => flaws.has(file ?? ''));
  const left = [...drawn.bound.left, ...unread.map(unreadable), ...missingPlanDocuments(plans, planDocuments)];
  const bound = { ...drawn.bound, left };
  const whole = fiches.filter((fiche) => !unread.includes(fiche));
  return {
    bound,
    boundPages: boundPages(bound),
    planDocuments,
    fiches: whole.map(({ file, title, pdf: { bytes } }) => ({ file: file ?? '', title, bytes })),
    files,
  };
}

/** The State's sheets. A sheet that cannot be obtained is listed in the document among what remains to enclose. */
async function findFiches({ fiches, observer }: Binder, findings: Findings): Promise<Foreign[]> {
  const found = await Promise.all(
    neededFiches(findings).map(async (needed) => ({ ...needed, fiche: await fiches.find(needed, observer) })),
  );
  return found.flatMap(
    ({ subject, fiche }) =>
    fiche === null
      ? []
      : [{ ...fiche, id: `fiche-${subject}`, kind: 'fiche' as const, title: ficheTitle(subject), file: `fiche-${subject}.pdf`, zoneCodes: [], choice: null }], // prettier-ignore
  );
}

const unreadable = ({ id, title }: Foreign): Bound['left'][number] => ({
  id,
  sentence: `${title} : le fichier reçu ne peut pas être lu.`,
});

/** Maximum of bound pages in one statement, so that it can still be mailed and printed at home. */
export const MOST_PAGES = 40;
const MOST_BYTES = 5_000_000;
/** Maps need more detail. */
export const PIXELS: Record<ForeignKind, number> = { fiche: 2_200_000, zonage: 4_000_000, reglement: 2_200_000 };

/**
 * Reads each document, chooses its pages and draws them, while there is room. Never throws for the content of a file.
 */
async function bindPages({ pdfPages }: Pick<Deps, 'pdfPages'>, place: Place, documents: Foreign[]): Promise<Bindings> {
  const flaws: Bindings['flaws'] = new Map();
  const left: Bound['left'] = [];
  const bindings: Binding[] = [];
  const readings = await Promise.all(documents.map(({ pdf }) => pdfPages.read(pdf)));
  for (const [index, foreign] of documents.entries()) {
    const reading = readings[index];
    if (reading === undefined || 'flaw' in reading) {
      flaws.set(foreign.file ?? foreign.id, reading?.flaw ?? 'unreadable');
      continue;
    }
    const extract = foreign.kind === 'zonage' ? await pdfPages.extract(foreign.pdf, place) : null;
    const chosen = withExtract(choosePages(reading, { ...foreign, place }), extract);
    if (chosen.pages.length === 0) left.push({ id: foreign.id, sentence: notChosen(foreign, reading) });
    else bindings.push({ ...reading, foreign, chosen, extract });
  }
  const room = { pages: MOST_PAGES, bytes: MOST_BYTES };
  const drawn: (DrawnBinding | null)[] = [];
  for (const binding of bindings) drawn.push(await drawBinding({ pdfPages }, binding, room));
  const made = drawn.filter((one) => one !== null);
  const nothing = bindings.filter((_, index) => drawn[index] === null);
  return {
    bound: {
      documents: made.map(({ document }) => document),
      left: [...left, ...nothing.map(({ foreign }) => ({ id: foreign.id, sentence: noRoom(foreign) }))],
    },
    files: Object.assign({}, ...made.map(({ files }) => files)) as Record<string, Uint8Array>,
    flaws,
  };
}

type DrawnBinding = { document: BoundDocument; files: Record<string, Uint8Array> };
type Room = { pages: number; bytes: number };

async function drawBinding(
  { pdfPages }: Pick<Deps, 'pdfPages'>,
  { foreign, chosen, total, texts, isSigned, extract: found }: Binding,
  room: Room,
): Promise<DrawnBinding | null> {
  const fileOf = (page: number | 'extrait'): string => `page-${foreign.pdf.sha256.slice(0, 12)}-${page}.jpg`;
  const extract = found !== null && fits(found, room) ? found : null;
  const drawn = await pdfPages.draw(foreign.pdf, chosen.pages.slice(0, room.pages), PIXELS[foreign.kind]);
  const kept = drawn.filter((page) => fits(page, room));
  if (kept.length === 0) return null;
  const pages = kept.map(({ page, width, height }) => ({
    page,
    width,
    height,
    file: fileOf(page),
    text: texts[page - 1] ?? '',
  }));
  const left = chosen.pages.filter((number) => kept.every(({ page }) => page !== number));
  const { pdf, from, id, kind, title, file, zoneCodes } = foreign;
  const origin = { from, obtainedAt: pdf.obtainedAt, sha256: pdf.sha256 };
  const isWhole = chosen.isWhole && left.length === 0;
  const said = { id, kind, title, file, zoneCodes, origin, total, isSigned, basis: chosen.basis };
  return {
    document: { ...said, pages, left, isWhole, extract: extract && placed(extract, fileOf('extrait')) },
    files: Object.fromEntries([
      ...kept.map(({ page, jpeg }) => [fileOf(page), jpeg] as const),
      ...(extract === null ? [] : [[fileOf('extrait'), extract.jpeg] as const]),
    ]),
  };
}

/** An extract names its picture, whose bytes are a file. */
function placed(extract: MapExtract, file: string): BoundDocument['extract'] {
  const { page, width, height, outlines, widthMetres, north } = extract;
  return { page, width, height, outlines, widthMetres, north, file };
}

/** Reserves the room if there is enough. */
function fits({ jpeg }: DrawnPage, room: Room): boolean {
  if (room.pages < 1 || jpeg.length > room.bytes) return false;
  room.pages -= 1;
  room.bytes -= jpeg.length;
  return true;
}

function notChosen({ title, kind, zoneCodes, file }: Foreign, reading: { total: number; texts: string[] }): string {
  const rest = file === null ? '' : ' Le fichier entier est attaché à ce PDF.';
  if (kind !== 'reglement')
    return `${title} : ${reading.total} pages, sans que rien dise laquelle montre le bien.${rest}`;
  if (reading.texts.every((text) => text.trim() === ''))
    return `${title} : ses ${reading.total} pages sont des images, où le règlement de la zone ne peut pas être cherché.${rest}`;
  const codes =
    zoneCodes.length === 0 ? 'le code de la zone n’est pas connu' : `aucune page lue ne cite ${zoneCodes.join(', ')}`;
  return `${title} : ${reading.total} pages, et ${codes}.${rest}`;
}

const noRoom = ({ title, file }: Foreign): string =>
  `${title} : ses pages n’ont pas pu être dessinées, ou n’ont plus trouvé de place.${file === null ? '' : ' Le fichier entier est attaché à ce PDF.'}`;
