import { numberOfLot } from '#territory/parcels.ts';
import { createCanvas, drawLine, drawText } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import type { Frame } from './frame.ts';
import { lotsOfFrame } from './lots.ts';

const PARCEL_INK = { nothing: 0, line: 1, number: 2 } as const;
const LINES_FROM = 16;
const NUMBERS_FROM = 18;

/** Outlines of the parcels on a transparent ground, from zoom 16; their numbers from zoom 18. */
export function drawParcelMap(frame: Frame): Canvas {
  const canvas = createCanvas(PARCEL_INK.nothing);
  if (frame.z < LINES_FROM) return canvas;
  for (const { lot, ring } of lotsOfFrame(frame)) {
    for (const [i, point] of ring.entries()) drawLine(canvas, [point, ring[(i + 1) % 4] ?? point], PARCEL_INK.line);
    if (frame.z < NUMBERS_FROM) continue;
    const at = [0, 1].map((axis) => ring.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 4);
    drawText(canvas, { text: String(numberOfLot(lot)), at: [at[0] ?? 0, at[1] ?? 0] }, PARCEL_INK.number);
  }
  return canvas;
}
