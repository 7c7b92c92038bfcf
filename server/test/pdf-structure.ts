import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, type PDFObject } from 'pdf-lib';

/** A part of a tagged PDF: its tag, what is read in its place, and the pages (from 1) on which it is drawn, in order. */
export type Part = { tag: string; alt: string; pages: number[]; parts: Part[] };

/** The logical structure that the tags of a PDF give, with the page of each part. */
export async function structureOf(pdf: Uint8Array): Promise<Part> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'));
  if (!(root instanceof PDFDict)) throw new Error('not a tagged PDF');
  const numbers = new Map(document.getPages().map(({ ref }, index) => [String(ref), index + 1]));
  return partOf(root, null, (element) => numbers.get(String(element.get(PDFName.of('Pg')))));
}

/** `inherited`: the page of the part around it. A kid without a tag is content: on its own page, or on its part's. */
function partOf(element: PDFDict, inherited: number | null, pageOf: (element: PDFDict) => number | undefined): Part {
  const own = pageOf(element) ?? inherited;
  const kids = kidsOf(element);
  const parts = kids.filter(isTagged).map((kid) => partOf(kid, own, pageOf));
  const contents = kids
    .filter((kid) => !isTagged(kid))
    .map((kid) => (kid instanceof PDFDict ? (pageOf(kid) ?? own) : own));
  const pages = [...contents, ...parts.flatMap((part) => part.pages)].filter((page) => page !== null);
  const tag = element.lookup(PDFName.of('S'));
  const alt = element.lookup(PDFName.of('Alt'));
  return {
    tag: tag instanceof PDFName ? tag.decodeText() : '',
    alt: alt instanceof PDFHexString || alt instanceof PDFString ? alt.decodeText() : '',
    pages: [...new Set(pages)].toSorted((one, other) => one - other),
    parts,
  };
}

function kidsOf(element: PDFDict): PDFObject[] {
  const kids = element.lookup(PDFName.of('K'));
  if (kids instanceof PDFArray) return kids.asArray().flatMap((_, index) => kids.lookup(index) ?? []);
  return kids === undefined ? [] : [kids];
}

const isTagged = (kid: PDFObject): kid is PDFDict => kid instanceof PDFDict && kid.has(PDFName.of('S'));

/** Every part with that tag, in reading order, the outer ones first. */
const tagged = (part: Part, tag: string): Part[] => [
  ...(part.tag === tag ? [part] : []),
  ...part.parts.flatMap((one) => tagged(one, tag)),
];

/** Rows of a table, its head apart. */
const rowsOf = (table: Part): Part[] =>
  table.parts.flatMap((part) => (part.tag === 'TR' ? [part] : part.tag === 'THead' ? [] : rowsOf(part)));

/** Tables of which a page has a single row, among several: « page 6, 1 row of 9 ». */
export function loneRows(root: Part): string[] {
  return tagged(root, 'Table').flatMap((table) => {
    const rows = rowsOf(table);
    const byPage = Map.groupBy(rows, ({ pages }) => pages[0] ?? 0);
    if (byPage.size < 2) return [];
    return [...byPage].flatMap(([page, own]) =>
      own.length === 1 && (own[0]?.pages.length ?? 0) < 2 ? [`page ${page}: 1 row of ${rows.length}`] : [],
    );
  });
}

const isHeading = ({ tag }: Part): boolean => /^H\d$/u.test(tag);
const everyPart = (part: Part): Part[] => [part, ...part.parts.flatMap(everyPart)];
/** What tells a reader how the texts in it belong together. */
const GROUPS = /^(?:H\d|L|Table|Figure)$/u;

/**
 * What a reader who hears the document would miss. The title is the only heading of the first level, and comes first; no
 * level is skipped; no heading is in a table, where those who go from heading to heading do not find it. Texts side by
 * side, such as a label and its value, are a list or a table.
 */
export function readingFaults(root: Part): string[] {
  const all = everyPart(root);
  const levels = all.filter(isHeading).map(({ tag }) => Number(tag.slice(1)));
  const isOutline = levels.every((level, rank) =>
    rank === 0 ? level === 1 : level > 1 && level <= (levels[rank - 1] ?? 0) + 1,
  );
  return [
    ...(isOutline ? [] : [`headings: ${levels.join(' ')}`]),
    ...tagged(root, 'Table')
      .filter((table) => everyPart(table).some(isHeading))
      .map(where('a heading in a table')),
    ...all.filter(isGridOfTexts).map(where('texts side by side, neither a list nor a table')),
  ];
}

/** What is read in place of each box to tick. */
export const boxesOf = (root: Part): string[] =>
  everyPart(root).flatMap(({ tag, alt }) => (tag === 'Figure' && alt.startsWith('Case') ? [alt] : []));

const where =
  (fault: string) =>
  ({ pages }: Part): string =>
    `page ${pages[0] ?? 0}: ${fault}`;

/** The printer tags a grid, and each of its cells, as a division. */
function isGridOfTexts({ tag, parts }: Part): boolean {
  if (tag !== 'Div' || parts.some((cell) => cell.tag !== 'Div')) return false;
  return (
    parts.filter((cell) => cell.pages.length > 0 && !everyPart(cell).some((one) => GROUPS.test(one.tag))).length > 1
  );
}
