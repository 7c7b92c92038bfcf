/** Capitals and digits of five by seven dots: one base-32 digit per row, top to bottom, high bit on the left. */
const GLYPHS: Record<string, string> = {
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf', H: 'hhhvhhh',
  I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg',
  Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh',
  Y: 'hhha444', Z: 'v1248gv', 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he',
  6: '68guhhe', 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '-': '000e000', "'": '4480000',
}; // prettier-ignore
export const GLYPH_WIDTH = 5;
export const GLYPH_HEIGHT = 7;

const rows = new Map(
  Object.entries(GLYPHS).map(([letter, code]) => [letter, Array.from(code, (row) => Number.parseInt(row, 32))]),
);

/** Seven rows of five bits for a letter of plain capitals; nothing for a space or an unknown sign. */
export function glyph(letter: string): number[] {
  return rows.get(letter) ?? [];
}
