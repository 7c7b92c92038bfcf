/**
 * Cells that a spreadsheet would evaluate, also in the wide letters that Excel reads like ours (« ＝1+1 »); a lone hyphen
 * is text, and « -7,90 » a number.
 */
const FORMULA = /^\s*(?:[=+@\t\r\n＝＋＠－]|-(?!\d+(?:,\d+)?$).)/s;

/**
 * A table for French spreadsheets: UTF-8 with BOM, semicolons, every cell quoted, accents composed, since a search finds
 * no other. An apostrophe precedes a cell that would be a formula.
 */
export function csv(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.concat([Buffer.from('\uFEFF'), csvLines(rows)]);
}

/** Further lines of such a table. */
export const csvLines = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${row.map(cell).join(';')}\r\n`).join(''));

function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.normalize('NFC').replaceAll('"', '""')}"`;
}
