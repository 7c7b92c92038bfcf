import { BAND, BANDS, BLOCK, STREET } from '#territory/grid.ts';
import { WAVE_X, WAVE_Y } from '#territory/plane.ts';
import type { Canvas } from './canvas.ts';
import type { Frame } from './frame.ts';
import { INK, LAND_USES, landUseOf } from './land-use.ts';
import { SIZE } from './png.ts';

/** One street in nine from south to north is a canal. */
const CANAL_EVERY = 9;
/** Farther away bands are a few pixels high, and streets between them would hide the ground. */
const BAND_STREETS_FROM = 14;

/** Gives every pixel of land its street or land use. */
export function drawLandUse(canvas: Canvas, { z, west, north, metresPerPixel }: Frame): void {
  const street = Math.max(STREET, metresPerPixel);
  const widths = { block: street, band: z < BAND_STREETS_FROM ? 0 : street };
  for (let row = 0; row < SIZE; row += 1) {
    const y = north - (row + 0.5) * metresPerPixel;
    const u = west + 0.5 * metresPerPixel - WAVE_X.amplitude * Math.sin(y / WAVE_X.length);
    drawRow(canvas.subarray(row * SIZE, (row + 1) * SIZE), { u, y, step: metresPerPixel }, widths);
  }
}

/**
 * Goes along a row of pixels on the ruled plane, where `u` grows evenly and `v` follows the wave: its sine is turned
 * from pixel to pixel, and blocks and bands are looked up only when one is left. This loop is most of a tile's time.
 */
function drawRow(
  pixels: Uint8Array,
  { u, y, step }: { u: number; y: number; step: number },
  widths: { block: number; band: number },
): void {
  const turnCos = Math.cos(step / WAVE_Y.length);
  const turnSin = Math.sin(step / WAVE_Y.length);
  const { land, street } = INK;
  let sine = Math.sin(u / WAVE_Y.length);
  let cosine = Math.cos(u / WAVE_Y.length);
  let cell = cellAt(u, y - WAVE_Y.amplitude * sine, widths);
  for (let i = 0; i < SIZE; i += 1) {
    if (pixels[i] === land) {
      const v = y - WAVE_Y.amplitude * sine;
      if (u >= cell.east || v < cell.south || v >= cell.north) cell = cellAt(u, v, widths);
      pixels[i] = u < cell.streetEast ? cell.blockInk : v < cell.streetNorth ? street : cell.ink;
    }
    const turned = sine * turnCos + cosine * turnSin;
    cosine = cosine * turnCos - sine * turnSin;
    sine = turned;
    u += step;
  }
}

/** The band of a block that holds the point: its edges, those of its streets, and its inks. */
function cellAt(u: number, v: number, widths: { block: number; band: number }) {
  const column = Math.floor(u / BLOCK);
  const band = Math.floor(v / BAND);
  const row = Math.floor(band / BANDS);
  return {
    east: (column + 1) * BLOCK,
    south: band * BAND,
    north: (band + 1) * BAND,
    streetEast: column * BLOCK + widths.block,
    streetNorth: band * BAND + (band === row * BANDS ? widths.block : widths.band),
    blockInk: column % CANAL_EVERY === 0 ? INK.canal : INK.street,
    ink: LAND_USES.indexOf(landUseOf({ column, row })),
  };
}
