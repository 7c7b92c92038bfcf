import { pageRanges, type Basis, type ExtractDrawing, type ForeignKind } from './bound-pages.ts';
import { counted } from '#domain/french.ts';
import type { BoundPages } from '#domain/headings/required-documents.ts';
import { PART } from '#domain/printing/parts.ts';
import { scaleBar, type Scale } from '#domain/printing/map-frames.ts';
import { dateAndTime } from '#domain/printing/text.ts';

/** Pages of the State's own documents (fiches, plans) that are drawn as pages of this one. */
export type BoundDocument = {
  /** `RequiredDocument.id` */
  id: string;
  kind: ForeignKind;
  title: string;
  /** Name of the original among the files attached to the PDF; null when there was no room for it. */
  file: string | null;
  /** « Géorisques, 22/11/2026 à 09:12 » */
  origin: { from: string; obtainedAt: string; sha256: string };
  total: number;
  isSigned: boolean;
  zoneCodes: string[];
  basis: Basis;
  /** In pixels; `text` is the text of the page. */
  pages: { page: number; width: number; height: number; file: string; text: string }[];
  /** The map around the property, which is drawn over it; null when it is no map, or cannot be trusted to place it. */
  extract: ({ page: number; width: number; height: number; file: string } & ExtractDrawing) | null;
  /** Pages chosen but not drawn, for lack of room or because they cannot be. */
  left: number[];
  /** No page that the law may require is missing. */
  isWhole: boolean;
};
export type Bound = {
  documents: BoundDocument[];
  /** Documents that could not be bound: `id` of the required document, and why. */
  left: { id: string; sentence: string }[];
};
export const NOTHING_BOUND: Bound = { documents: [], left: [] };

/** Input of `templates/statement/bound-pages.typ`. */
export type PrintedBound = {
  title: string;
  intro: string;
  documents: {
    title: string;
    lines: string[];
    extract: PrintedExtract | null;
    pages: { file: string; caption: string; alt: string; isWide: boolean }[];
  }[];
  left: string[];
};

/** A picture of a map, and the property drawn over it as on the other maps. */
type PrintedExtract = Pick<ExtractDrawing, 'outlines' | 'north'> & {
  file: string;
  ratio: number;
  scale: Scale;
  caption: string;
  legend: string;
  alt: string;
};
/** Maximum length of a page's text in the alternative text of its picture. */
const READ_ALOUD = 2000;

export function printedBound({ documents, left }: Bound): PrintedBound | null {
  if (documents.length === 0 && left.length === 0) return null;
  return {
    title: 'Documents joints',
    intro:
      documents.length === 0
        ? 'Aucune page d’un document officiel n’a pu être reproduite ici.'
        : `Ces pages sont celles des documents officiels que la loi demande de joindre. Elles sont reproduites telles qu’elles ont été reçues, sans changement ; seul l’original fait foi.${documents.some(({ extract }) => extract !== null) ? DRAWN_OVER : ''}`,
    documents: documents.map((document, index) => ({
      title: `Document ${index + 1}. ${document.title}`,
      lines: linesOf(document),
      extract: printedExtract(document),
      pages: document.pages.map((page) => ({
        file: page.file,
        caption: `Page ${page.page} de l’original, sur ${document.total}`,
        alt: altOf(document, page),
        isWide: page.width > page.height,
      })),
    })),
    left: [...documents.flatMap(leftOf), ...left.map(({ sentence }) => sentence)],
  };
}

const DRAWN_OVER = ' Sur un agrandissement de carte, seul le contour du bien est ajouté.';

function printedExtract({ title, extract, total }: BoundDocument): PrintedExtract | null {
  if (extract === null) return null;
  const { file, page, width, height, widthMetres, outlines, north } = extract;
  return {
    file,
    ratio: height / width,
    outlines,
    north,
    scale: scaleBar(widthMetres),
    caption: `Page ${page} de l’original, sur ${total}, agrandie autour du bien`,
    legend: 'Bien, d’après le cadastre et les coordonnées que porte la carte, au trait indicatif',
    alt: `${title} : agrandissement de la page ${page} autour du bien, dont le contour est dessiné. La page entière suit.`,
  };
}

/** Where each document is bound, for `requiredDocuments`; several sheets of one map count as one document. */
export function boundPages({ documents, left }: Bound): BoundPages[] {
  const missing = new Set(left.map(({ id }) => id));
  const ranked = documents.map((document, index) => ({ ...document, rank: index + 1 }));
  return [...Map.groupBy(ranked, ({ id }) => id)].map(([id, group]) => ({
    id,
    where: `partie ${PART.bound}, ${group.map((one) => `document ${one.rank} (${whichPages(one)})`).join(', ')}`,
    whole: group.some(showsProperty) || (!missing.has(id) && group.every(({ isWhole }) => isWhole)),
    marked: group.every(({ kind }) => kind !== 'zonage') || group.some(({ extract }) => extract !== null),
  }));
}

/** The other sheets of a map are then unnecessary. */
const showsProperty = ({ kind, basis, isWhole, extract }: BoundDocument): boolean =>
  kind === 'zonage' && (extract !== null || (isWhole && (basis === 'owner' || basis === 'location')));

function whichPages({ pages, total, basis }: BoundDocument): string {
  const numbers = pages.map(({ page }) => page);
  if (numbers.length === total) return counted(total, 'page');
  const which = `${numbers.length > 1 ? 'pages' : 'page'} ${pageRanges(numbers)} sur ${total}`;
  return basis === 'zone' ? `${which}, choix à confirmer` : which;
}

function linesOf(document: BoundDocument): string[] {
  const { origin, file, isSigned, total } = document;
  const attached = file === null ? 'non attaché à ce PDF, faute de place' : `attaché à ce PDF : ${file}`;
  return [
    `${origin.from}, reçu le ${dateAndTime(origin.obtainedAt)}. Original de ${counted(total, 'page')}, ${attached}. Empreinte SHA-256 : ${origin.sha256}`,
    `${reproduced(document)}${marking(document)}${isSigned ? ' L’original porte une signature électronique, qui se vérifie sur le fichier attaché.' : ''}`,
  ];
}

function marking({ kind, extract }: BoundDocument): string {
  if (kind !== 'zonage') return '';
  return extract === null
    ? ' Le bien n’y est pas repéré, faute de coordonnées sûres sur la carte : à entourer par le propriétaire (R. 125-24, 1°).'
    : ' Le bien est dessiné sur un agrandissement, que suit la page entière.';
}

function reproduced({ basis, pages, total, zoneCodes }: BoundDocument): string {
  const numbers = pageRanges(pages.map(({ page }) => page));
  const which = pages.length === total ? 'Toutes les pages sont reproduites' : `Reproduites ici : ${numbers}`;
  switch (basis) {
    case 'all':
      return `${which}.`;
    case 'owner':
      return `${which}, choisies par la personne qui a fait établir cet état.`;
    case 'location':
      return `${which}, d’après les coordonnées que porte la carte.`;
    case 'zone':
      return `${which}, où le texte cite ${zoneCodes.length > 1 ? 'les zones' : 'la zone'} ${zoneCodes.join(', ')}. Ce choix, fait d’après le texte, est à confirmer en lisant l’original.`;
  }
}

const leftOf = ({ title, left }: BoundDocument): string[] =>
  left.length === 0
    ? []
    : [`${title} : ${left.length > 1 ? 'les pages' : 'la page'} ${pageRanges(left)} de l’original, faute de place.`];

function altOf({ title, total }: BoundDocument, { page, text }: BoundDocument['pages'][number]): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  const said =
    words === ''
      ? 'Cette page est une image, dont le texte ne peut pas être lu.'
      : `Texte de la page : ${words.length > READ_ALOUD ? `${words.slice(0, READ_ALOUD)} (la suite se lit dans l’original)` : words}`;
  return `${title}, page ${page} sur ${total}. ${said}`;
}
