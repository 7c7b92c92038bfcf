import { SIZE } from './png.ts';

/** Capitals and digits of five by seven dots: a row a base-32 digit, from top to bottom, the high bit on the left. */
const GLYPHS: Record<string, string> = {
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf', H: 'hhhvhhh',
  I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg',
  Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh',
  Y: 'hhha444', Z: 'v1248gv', 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he',
  6: '68guhhe', 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '-': '000e000', "'": '4480000',
}; // prettier-ignore
const GLYPH_WIDTH = 5;
const GLYPH_HEIGHT = 7;

const rows = new Map(
  Object.entries(GLYPHS).map(([letter, code]) => [letter, Array.from(code, (row) => Number.parseInt(row, 32))]),
);

/** Seven rows of five bits for a letter of plain capitals; nothing for a space or an unknown sign. */
function glyph(letter: string): number[] {
  return rows.get(letter) ?? [];
}

/** `[x, y]` in pixels from the tile's top left corner. */
export type Pixel = [number, number];
/** Palette indexes, row by row. */
export type Canvas = Uint8Array;

export function createCanvas(colour: number): Canvas {
  return new Uint8Array(SIZE * SIZE).fill(colour);
}

/** Even-odd; corners may lie outside the tile. */
export function fillPolygon(canvas: Canvas, ring: readonly Pixel[], colour: number): void {
  let [top, bottom] = [SIZE, 0];
  for (const [, y] of ring) {
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(SIZE, Math.ceil(bottom)); row += 1) {
    const crossings = crossingsAt(ring, row + 0.5);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.round(crossings[i] ?? 0));
      const to = Math.min(SIZE, Math.round(crossings[i + 1] ?? 0));
      if (to > from) canvas.fill(colour, row * SIZE + from, row * SIZE + to);
    }
  }
}

/** One pixel wide. */
export function drawLine(canvas: Canvas, [from, to]: [Pixel, Pixel], colour: number): void {
  const steps = Math.min(2 * SIZE, Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]))));
  for (let i = 0; i <= steps; i += 1) {
    const part = steps === 0 ? 0 : i / steps;
    const x = Math.round(from[0] + part * (to[0] - from[0]));
    const y = Math.round(from[1] + part * (to[1] - from[1]));
    if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) canvas[y * SIZE + x] = colour;
  }
}

/** Capitals, centred on the point; other signs are blank. */
export function drawText(canvas: Canvas, { text, at }: { text: string; at: Pixel }, colour: number): void {
  const left = Math.round(at[0] - (text.length * (GLYPH_WIDTH + 1)) / 2);
  const top = Math.round(at[1] - GLYPH_HEIGHT / 2);
  for (const [i, letter] of Array.from(text).entries()) {
    for (const [row, bits] of glyph(letter).entries()) {
      for (let bit = 0; bit < GLYPH_WIDTH; bit += 1) {
        const [x, y] = [left + i * (GLYPH_WIDTH + 1) + bit, top + row];
        const on = ((bits >> (GLYPH_WIDTH - 1 - bit)) & 1) === 1;
        if (on && x >= 0 && x < SIZE && y >= 0 && y < SIZE) canvas[y * SIZE + x] = colour;
      }
    }
  }
}

function crossingsAt(ring: readonly Pixel[], y: number): number[] {
  const crossings: number[] = [];
  let previous = ring.at(-1);
  for (const current of ring) {
    if (previous && previous[1] > y !== current[1] > y) {
      crossings.push(previous[0] + ((y - previous[1]) * (current[0] - previous[0])) / (current[1] - previous[1]));
    }
    previous = current;
  }
  return crossings.sort((a, b) => a - b);
}
