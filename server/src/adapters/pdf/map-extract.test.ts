import { degrees, PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toWgs84 } from '#adapters/datasets/formats/projection.ts';
import type { Place } from '#domain/geometry/place.ts';
import { place as placeWith } from '#test/facts.ts';
import { createPdfPages, type PdfPages } from './pdf-pages.ts';

/** A sheet at 1:5 000 in Lambert-93, on which the parcel is a black square; the rest is yellow. */

const METRES_PER_POINT = 1.7639;
const MIDDLE = [652_000, 6_862_000] as const;
const FRAME = { left: 50, bottom: 40, width: 700, height: 500 };
const SIDE_METRES = 40;
const toDegrees = toWgs84('2154', 'sheet');

type At = [number, number];
/** Metres from the middle of the sheet. */
const groundAt = ([east, north]: At): At => {
  const [longitude = NaN, latitude = NaN] = toDegrees([MIDDLE[0] + east, MIDDLE[1] + north]);
  return [longitude, latitude];
};

const SQUARE: At[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
];

/** The parcel's south-west corner, in metres from the middle. */
function placeAt(east: number, north: number, size = SIDE_METRES): Place {
  const ring = [...SQUARE, SQUARE[0] ?? [0, 0]].map(([x, y]) => groundAt([east + x * size, north + y * size]));
  const [longitude, latitude] = groundAt([east + size / 2, north + size / 2]);
  const outline = { type: 'MultiPolygon' as const, coordinates: [[ring]] };
  return { ...placeWith(outline), longitude, latitude };
}

type Sheet = {
  /** Rotation of the page, clockwise. */
  rotation?: number;
  /** Degrees by which the map's north leans to the right on the page. */
  lean?: number;
  metresPerPoint?: number;
  gcs?: Record<string, unknown>;
  gpts?: (numbers: number[]) => unknown[];
  lpts?: number[];
  bounds?: number[];
  inset?: [number, number, number, number];
  place?: Place;
  square?: At;
  /** Encodings of the frame: ISO 32000-2 by default; `older` is OGC 08-139r3, which is not read. */
  encodings?: ('iso' | 'older')[];
};

/** Conversions from metres to the page, and back. */
function frameOf({ lean = 0, metresPerPoint = METRES_PER_POINT }: Sheet) {
  const turn = (lean * Math.PI) / 180;
  const middle: At = [FRAME.left + FRAME.width / 2, FRAME.bottom + FRAME.height / 2];
  return {
    onPage: ([east, north]: At): At => [
      middle[0] + (east * Math.cos(turn) + north * Math.sin(turn)) / metresPerPoint,
      middle[1] + (north * Math.cos(turn) - east * Math.sin(turn)) / metresPerPoint,
    ],
    onGround: ([x, y]: At): At => {
      const [right, up] = [(x - middle[0]) * metresPerPoint, (y - middle[1]) * metresPerPoint];
      return [right * Math.cos(turn) - up * Math.sin(turn), right * Math.sin(turn) + up * Math.cos(turn)];
    },
  };
}

const CORNERS = SQUARE.flat();

async function sheetPdf(sheet: Sheet): Promise<Uint8Array> {
  const { onPage } = frameOf(sheet);
  const { left, bottom, width, height } = FRAME;
  const document = await PDFDocument.create();
  const page = document.addPage([842, 595]);
  page.setRotation(degrees(sheet.rotation ?? 0));
  page.drawRectangle({ x: left, y: bottom, width, height, color: rgb(1, 1, 0.6) });
  const [east, north] = sheet.square ?? [100, 60];
  const corners = SQUARE.map(([x, y]) => onPage([east + x * SIDE_METRES, north + y * SIDE_METRES]));
  // Drawn from the top, downwards.
  const path = corners.map(([x, y], index) => `${index === 0 ? 'M' : 'L'} ${x} ${-y}`).join(' ');
  page.drawSvgPath(`${path} Z`, { x: 0, y: 0, color: rgb(0, 0, 0) });
  const { encodings = ['iso'] } = sheet;
  if (encodings.includes('iso')) page.node.set(PDFName.of('VP'), document.context.obj(viewportsOf(sheet) as never));
  if (encodings.includes('older'))
    page.node.set(PDFName.of('LGIDict'), document.context.obj(olderFrame(sheet) as never));
  return document.save();
}

/** The viewports, as the ISO standard writes them. */
function viewportsOf(sheet: Sheet) {
  const { onGround } = frameOf(sheet);
  const { left, bottom, width, height } = FRAME;
  const { gcs = { Type: 'PROJCS', EPSG: 2154 }, lpts = CORNERS, bounds = CORNERS, inset } = sheet;
  const grounds = SQUARE.flatMap(([x, y]) => groundAt(onGround([left + x * width, bottom + y * height])).toReversed());
  const measure = { Type: 'Measure', Subtype: 'GEO', GCS: gcs, LPTS: lpts, Bounds: bounds };
  const map = {
    Type: 'Viewport',
    BBox: [left, bottom, left + width, bottom + height],
    Measure: { ...measure, GPTS: sheet.gpts?.(grounds) ?? grounds },
  };
  return [map, ...(inset === undefined ? [] : [{ Type: 'Viewport', BBox: inset }])];
}

/** From points of the page to metres in Lambert-93, by an affine matrix; numbers are strings there. */
function olderFrame(sheet: Sheet) {
  const { onGround } = frameOf(sheet);
  const { left, bottom, width, height } = FRAME;
  const strings = (numbers: number[]): PDFString[] => numbers.map((value) => PDFString.of(String(value)));
  const [origin, right, up] = [onGround([0, 0]), onGround([1, 0]), onGround([0, 1])];
  const [x, y] = [origin[0] + MIDDLE[0], origin[1] + MIDDLE[1]];
  const projection = {
    Type: 'Projection',
    ProjectionType: PDFString.of('LE'),
    Datum: PDFString.of('WGE'),
    Units: PDFString.of('m'),
    OriginLatitude: PDFString.of('46.5'),
    CentralMeridian: PDFString.of('3'),
    StandardParallelOne: PDFString.of('49'),
    StandardParallelTwo: PDFString.of('44'),
    FalseEasting: PDFString.of('700000'),
    FalseNorthing: PDFString.of('6600000'),
  };
  const axes = [right, up].flatMap(([east, north]) => [east - origin[0], north - origin[1]]);
  const frame = SQUARE.flatMap(([east, north]) => [left + east * width, bottom + north * height]);
  return {
    Type: 'LGIDict',
    Version: PDFString.of('2.1'),
    CTM: strings([...axes, x, y]),
    Neatline: strings(frame),
    Projection: projection,
    Display: projection,
  };
}

let pages: PdfPages;
beforeAll(() => {
  pages = createPdfPages();
});
afterAll(() => pages.close());

let files = 0;
async function extractOf(sheet: Sheet) {
  files += 1;
  const pdf = { bytes: await sheetPdf(sheet), sha256: `sheet ${files}` };
  return pages.extract(pdf, sheet.place ?? placeAt(100, 60));
}

/** Grey of the picture at a share of it, 0 being black. */
async function greyAt({ jpeg, width, height }: { jpeg: Uint8Array; width: number; height: number }, [x, y]: At) {
  const data = await sharp(jpeg).greyscale().raw().toBuffer();
  return data[Math.round(y * height) * width + Math.round(x * width)] ?? NaN;
}

it.each<[string, Sheet, number]>([
  ['an upright page', {}, 0],
  ['a page turned by 90°', { rotation: 90 }, 90],
  ['a page turned by 180°', { rotation: 180 }, 180],
  ['a page turned by 270°', { rotation: 270 }, 270],
  ['a map that leans on its page', { lean: 30 }, 30],
  ['a map that leans on a turned page', { lean: -30, rotation: 90 }, 60],
  ['a system described in words', { gcs: { Type: 'GEOGCS', WKT: inWords() } }, 0],
  ['a sheet with the older georeferencing beside', { encodings: ['older', 'iso'] }, 0],
  ['a property at the edge of the map', { square: [560, 380], place: placeAt(560, 380) }, 0],
])('%s → the mark falls on what the sheet draws there, north and scale too', async (_, sheet, north) => {
  const extract = await extractOf(sheet);
  if (extract === null) throw new Error('no extract');
  const [ring = []] = extract.outlines;
  // Just within each corner it is black, just outside it is not.
  const middle: At = [mean(ring.slice(1).map(([x]) => x)), mean(ring.slice(1).map(([, y]) => y))];
  const along = (corner: At, times: number): At => [
    middle[0] + (corner[0] - middle[0]) * times,
    middle[1] + (corner[1] - middle[1]) * times,
  ];
  const [inside, outside] = [0.9, 1.1].map((times) => ring.map((corner) => along(corner, times)));
  for (const at of inside ?? []) expect(await greyAt(extract, at)).toBeLessThan(60);
  for (const at of outside ?? []) expect(await greyAt(extract, at)).toBeGreaterThan(180);
  // The grid of Lambert-93 leans by half a degree there.
  expect(Math.abs(((extract.north - north + 540) % 360) - 180)).toBeLessThanOrEqual(1);
  const [one = [0, 0], two = [0, 0]] = ring;
  const { width, height, widthMetres } = extract;
  const metres = Math.hypot((one[0] - two[0]) * width, (one[1] - two[1]) * height) * (widthMetres / width);
  expect(metres).toBeCloseTo(SIDE_METRES, 0);
  expect(widthMetres).toBeCloseTo(300, -1);
});

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

it.each<[string, Sheet]>([
  [
    'a control point is 20 m away from the others',
    { gpts: (numbers) => [(numbers[0] ?? 0) + 2e-4, ...numbers.slice(1)] },
  ],
  ['three control points', { gpts: (numbers) => numbers.slice(0, 6), lpts: CORNERS.slice(0, 6) }],
  ['more control points than places', { lpts: CORNERS.slice(0, 6) }],
  ['control points on one line', { lpts: [0, 0, 0, 1, 0, 1, 0, 0] }],
  ['a control point that is no number', { gpts: (numbers) => ['x', ...numbers.slice(1)] }],
  ['longitude before latitude', { gpts: (numbers) => numbers.toReversed() }],
  ['no coordinate system', { gcs: {} }],
  ['an unknown system', { gcs: { EPSG: 9999 } }],
  ['a system on another datum', { gcs: { EPSG: 27572 } }],
  ['a code and words of two systems', { gcs: { EPSG: 2154, WKT: inWords() } }],
  ['a mirrored map', { lpts: [1, 0, 1, 1, 0, 1, 0, 0] }],
  ['a stretched map', { gpts: (numbers) => stretched(numbers) }],
  ['a map at 1:100 000', { metresPerPoint: 35.3 }],
  ['a property outside what the map shows', { bounds: [0, 0, 0, 0.4, 1, 0.4, 1, 0] }],
  ['a property partly outside', { place: placeAt(600, 60) }],
  ['a property under another map of the page', { inset: [440, 300, 520, 400] }],
  ['the older georeferencing alone', { encodings: ['older'] }],
  ['a property without an outline', { place: { ...placeAt(100, 60), parcels: [] } }],
])('%s → no mark', async (_, sheet) => {
  expect(await extractOf(sheet)).toBeNull();
});

/** Twice as wide on the ground as on the page. */
const stretched = (numbers: number[]): number[] => {
  const west = Math.min(...numbers.filter((_, index) => index % 2 === 1));
  return numbers.map((value, index) => (index % 2 === 1 ? west + (value - west) * 2 : value));
};

function inWords(): PDFString {
  return PDFString.of(
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
  );
}

it('a file without coordinates, and one that is no PDF → no mark', async () => {
  const plain = await PDFDocument.create();
  plain.addPage();
  expect(await pages.extract({ bytes: await plain.save(), sha256: 'plain' }, placeAt(0, 0))).toBeNull();
  expect(await pages.extract({ bytes: Buffer.from('no'), sha256: 'no' }, placeAt(0, 0))).toBeNull();
});
