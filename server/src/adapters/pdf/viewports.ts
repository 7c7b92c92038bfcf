import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString, type PDFPage } from 'pdf-lib';
import type { ForeignContent } from '#domain/statement-document/bound-pages.ts';
import { pairsOf, sheetOf, type PageBox, type Viewport } from './map-sheet.ts';
import type { SheetPage } from './map-window.ts';

type Views = { views: ForeignContent['views']; sheets: SheetPage[] };

/** Extents of the viewports of a page, and those whose ground we know; other pages have none. */
export function viewsOn(page: PDFPage, number: number): Views {
  const { node } = page;
  const entries = node.lookupMaybe(PDFName.of('VP'), PDFArray);
  const length = Math.min(entries?.size() ?? 0, MOST_VIEWPORTS);
  const viewports = Array.from({ length }, (_, index) => viewportOf(entries?.lookupMaybe(index, PDFDict)));
  const measured = viewports.filter((viewport) => viewport !== null);
  const { x, y, width, height } = page.getCropBox();
  const visible: PageBox = [x, y, x + width, y + height];
  const rotation = rotationOf(page.getRotation().angle);
  const boxes = measured.map(({ box }) => box);
  return {
    views: measured.flatMap(({ gpts }) => (gpts.length === 0 ? [] : [{ page: number, ring: pairsOf(gpts).map(([latitude, longitude]) => [longitude, latitude]) }])), // prettier-ignore
    sheets: measured.flatMap((viewport) => {
      const sheet = rotation === null ? null : sheetOf(viewport);
      return sheet === null || rotation === null ? [] : [{ page: number, visible, rotation, boxes, sheet }];
    }),
  };
}

function rotationOf(angle: number): SheetPage['rotation'] | null {
  const turned = ((angle % 360) + 360) % 360;
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : null;
}

/** `gpts` is empty for a viewport without a measure of the ground. Null without a box. */
function viewportOf(viewport: PDFDict | undefined): Viewport | null {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = numbersIn(viewport, 'BBox');
  const box: PageBox = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  if (!box.every(Number.isFinite)) return null;
  const measure = dictIn(viewport, 'Measure');
  return {
    box,
    gpts: numbersIn(measure, 'GPTS'),
    lpts: numbersIn(measure, 'LPTS'),
    bounds: numbersIn(measure, 'Bounds'),
    ...systemOf(dictIn(measure, 'GCS')),
  };
}

function systemOf(system: PDFDict | undefined): Pick<Viewport, 'epsg' | 'wkt'> {
  const code = system?.lookupMaybe(PDFName.of('EPSG'), PDFNumber)?.asNumber();
  const words = system?.lookupMaybe(PDFName.of('WKT'), PDFString, PDFHexString);
  return { epsg: code === undefined ? null : String(code), wkt: words?.decodeText() ?? null };
}

const dictIn = (dict: PDFDict | undefined, name: string): PDFDict | undefined =>
  dict?.lookupMaybe(PDFName.of(name), PDFDict);

/** A value that is not a number makes its list unusable. */
function numbersIn(dict: PDFDict | undefined, name: string): number[] {
  const list = dict?.lookupMaybe(PDFName.of(name), PDFArray);
  const length = Math.min(list?.size() ?? 0, MOST_NUMBERS);
  return Array.from({ length }, (_, index) => {
    const value = list?.lookup(index);
    return value instanceof PDFNumber ? value.asNumber() : Number.NaN;
  });
}

const MOST_NUMBERS = 400;
/** A sheet has a map and some insets. */
const MOST_VIEWPORTS = 20;
