import { insideRing, type Point } from '#territory/geometry.ts';
import { BANDS } from '#territory/grid.ts';
import { HOUSE, plotIn } from '#territory/houses.ts';
import { LAND } from '#territory/outline.ts';
import { toMercator } from '#territory/plane.ts';
import { createCanvas, drawText, fillPolygon, type Canvas } from './canvas.ts';
import { extentOf, toPixel, type Frame } from './frame.ts';
import { drawLandUse } from './draw-land-use.ts';
import { INK, landUseOf } from './land-use.ts';
import { lotsOfFrame } from './lots.ts';
import { drawNames } from './names.ts';
import { SIZE } from './png.ts';

const STREETS_FROM = 12;
const BUILDINGS_FROM = 16;
const MARK = 'DONNEES FICTIVES';

const outlines = LAND.map((ring) => ring.map(toMercator));
/** Land and sea, then from zoom 12 streets and land use, from zoom 16 houses; the names of communes on top. */
export function drawBaseMap(frame: Frame): Canvas {
  const canvas = createCanvas(INK.sea);
  for (const outline of outlines) drawLand(canvas, frame, outline);
  if (frame.z >= STREETS_FROM) drawLandUse(canvas, frame);
  if (frame.z >= BUILDINGS_FROM) drawHouses(canvas, frame);
  drawNames(canvas, frame);
  drawText(canvas, { text: MARK, at: [SIZE / 2, SIZE - 8] }, INK.mark);
  return canvas;
}

/** Most tiles are all land or all sea: only where an edge of the outline may pass is it drawn. */
function drawLand(canvas: Canvas, frame: Frame, outline: Point[]): void {
  const [west, south, east, north] = extentOf(frame);
  const crossed = outline.some((a, i) => {
    const b = outline[i + 1] ?? a;
    const beside = Math.max(a[0], b[0]) < west || Math.min(a[0], b[0]) > east;
    return !beside && Math.max(a[1], b[1]) >= south && Math.min(a[1], b[1]) <= north;
  });
  if (crossed)
    fillPolygon(
      canvas,
      outline.map((point) => toPixel(frame, point)),
      INK.land,
    );
  else if (insideRing(outline, [west, south])) canvas.fill(INK.land);
}

function drawHouses(canvas: Canvas, frame: Frame): void {
  for (const { lot, ring } of lotsOfFrame(frame)) {
    if (landUseOf({ column: lot.column, row: Math.floor(lot.band / BANDS) }) !== 'town') continue;
    fillPolygon(canvas, plotIn(ring, lot.side, HOUSE), INK.building);
  }
}
