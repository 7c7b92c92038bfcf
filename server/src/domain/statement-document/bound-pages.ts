import type { Position } from 'geojson';
import { booleanPointInPolygon, point, polygon } from '@turf/turf';

/**
 * Chooses which pages of an official PDF become pages of the statement. R125-24 1° code de l'environnement requires the
 * extract of the map that locates the property and the extract of the règlement that concerns it.
 */

export type ForeignKind = 'fiche' | 'zonage' | 'reglement';
/** Content of a PDF, as its reader found it. */
export type ForeignContent = {
  /** Number of pages, numbered from 1. */
  total: number;
  /**
   * Texts of the first pages, in order; fewer than `total` when the file is long or slow. Empty for a page that is a
   * picture.
   */
  texts: string[];
  /** Extent of the georeferenced pages; longitudes and latitudes in degrees. */
  views: { page: number; ring: Position[] }[];
};
/** A page as a picture; its size in pixels. */
export type DrawnPage = { page: number; width: number; height: number; jpeg: Uint8Array };
/** What is drawn over a picture of a map: the property's rings, in shares of its width and height from the top left. */
export type ExtractDrawing = {
  outlines: [number, number][][];
  widthMetres: number;
  /** Clockwise from the top of the picture, in degrees. */
  north: number;
};
/** The part of a georeferenced map around the property, enlarged. */
export type MapExtract = DrawnPage & ExtractDrawing;
/** The owner's choice in the wizard: page numbers, or all of them. */
export type OwnChoice = number[] | 'toutes';

/** Why these pages. Only `zone`, guessed from the text, still needs confirmation. */
export type Basis = 'all' | 'owner' | 'location' | 'zone';
export type Chosen = {
  pages: number[];
  basis: Basis;
  /** False when the law may require pages that are not among these. */
  isWhole: boolean;
};
type Wanted = {
  kind: ForeignKind;
  /** Zones of the plan at the property: « B1 ». */
  zoneCodes: readonly string[];
  place: { longitude: number; latitude: number };
  choice: OwnChoice | null;
};

/** A document of at most this many pages is bound whole, unless its owner or its coordinates choose. */
const WHOLE_PAGES = { fiche: 12, zonage: 6, reglement: 12 } as const;
/** Up to this many pages without the code, between two that have it, belong to the same chapter. */
const GAP = 2;

/** No page when nothing indicates which: then the file is only attached. */
export function choosePages(content: ForeignContent, wanted: Wanted): Chosen {
  const { total } = content;
  const { kind, choice } = wanted;
  const own = choice === 'toutes' ? allOf(total) : allOf(total).filter((page) => choice?.includes(page));
  if (own.length > 0) return { pages: own, basis: choice === 'toutes' ? 'all' : 'owner', isWhole: true };
  const located = kind === 'zonage' ? pagesShowing(content, wanted.place) : [];
  if (located.length > 0) return { pages: located, basis: 'location', isWhole: true };
  if (total <= WHOLE_PAGES[kind]) return { pages: allOf(total), basis: 'all', isWhole: true };
  const pages = kind === 'reglement' ? pagesNaming(content.texts, wanted.zoneCodes) : [];
  return { pages, basis: 'zone', isWhole: false };
}

/** The page of an extract follows it: its legend and its title block are there. */
export function withExtract(chosen: Chosen, extract: Pick<MapExtract, 'page'> | null): Chosen {
  if (extract === null || chosen.pages.includes(extract.page)) return chosen;
  if (chosen.pages.length === 0) return { pages: [extract.page], basis: 'location', isWhole: true };
  return { ...chosen, pages: [extract.page, ...chosen.pages].toSorted((one, other) => one - other) };
}

const allOf = (total: number): number[] => Array.from({ length: total }, (_, index) => index + 1);

function pagesShowing({ views }: ForeignContent, { longitude, latitude }: Wanted['place']): number[] {
  const here = point([longitude, latitude]);
  const shown = views.filter(({ ring }) => {
    const [first] = ring;
    if (first === undefined || ring.length < 3 || !ring.flat().every(Number.isFinite)) return false;
    return booleanPointInPolygon(here, polygon([[...ring, first]]));
  });
  return [...new Set(shown.map(({ page }) => page))].toSorted((one, other) => one - other);
}

/** Pages that say « zone B1 », or the code alone when it is too long to be an ordinary letter. */
function pagesNaming(texts: string[], codes: readonly string[]): number[] {
  const known = codes.map((code) => code.trim()).filter((code) => code !== '');
  const named = pagesWith(texts, known.map(afterZone));
  const long = known.filter((code) => code.length > 1);
  return withoutGaps(named.length > 0 ? named : pagesWith(texts, long.map(alone)));
}

/** Case-sensitive: R1 is not r1. */
const alone = (code: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}-])${RegExp.escape(code)}(?![\p{L}\p{N}-])`, 'u');
/** « zone B1 », « ZONES : B1 », « zones A, B1 et B2 ». */
const afterZone = (code: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:zone|Zone|ZONE)[sS]?(?!\p{L})[^.;\n]{0,40}?${alone(code).source}`, 'u');

const pagesWith = (texts: string[], patterns: RegExp[]): number[] =>
  texts.flatMap((text, index) => (patterns.some((pattern) => pattern.test(text)) ? [index + 1] : []));

const withoutGaps = (pages: number[]): number[] =>
  pages.flatMap((page, index) => {
    const before = pages[index - 1];
    const gap = before === undefined ? 0 : page - before - 1;
    return gap > 0 && gap <= GAP ? [...Array.from({ length: gap }, (_, k) => page - gap + k), page] : [page];
  });

/** « 1, 3 et 7 à 9 ». */
export function pageRanges(pages: number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last !== undefined && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const words = ranges.map(([from, to]) =>
    from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} à ${to}`,
  );
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} et ${words.at(-1)}`;
}
