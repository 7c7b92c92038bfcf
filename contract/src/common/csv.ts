/**
 * Cells that a spreadsheet would evaluate, also in the wide letters that Excel reads like ours (« ＝1+1 »); a lone hyphen
 * is text, and « -7,90 » a number.
 */
const FORMULA = /^\s*(?:[=+@\t\r\n＝＋＠－]|-(?!\d+(?:,\d+)?$).)/s;

/** Precedes a table: without it, French spreadsheets read another encoding. */
export const CSV_START = '\uFEFF';

/**
 * Lines of a table for French spreadsheets: semicolons, every cell quoted, accents composed, since a search finds no
 * other. An apostrophe precedes a cell that would be a formula.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');

function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.normalize('NFC').replaceAll('"', '""')}"`;
}
