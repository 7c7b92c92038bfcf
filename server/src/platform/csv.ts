/** What a spreadsheet would compute instead of showing; a lone hyphen is text, and « -7,90 » a number. */
const FORMULA = /^\s*(?:[=+@\t\r\n]|-(?!\d+(?:,\d+)?$).)/s;

/**
 * A table as French spreadsheets open it: UTF-8 with its mark, semicolons, every cell quoted. A cell that would be a formula
 * is preceded by an apostrophe.
 */
export function csv(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`);
}

function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
