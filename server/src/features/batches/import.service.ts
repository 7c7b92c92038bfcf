import { setImmediate } from 'node:timers/promises';
import { COLUMN_FIELDS, type ColumnField, type ReadFile } from '@clairisque/contract/batches.v3.ts';
import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { AppError } from '#platform/app-error.ts';
import { fieldsIn, rowOfLine } from './columns.rules.ts';
import { readTable } from './file.service.ts';
import type { SentColumn } from './batches.queries.ts';
import type { NewRow } from './rows.queries.ts';

const EXAMPLES = 3;
const SHOWN = 80;

/** The columns of a file, for the user to say what they hold. Throws `invalid_input`. */
export async function describeFile(bytes: Buffer): Promise<ReadFile> {
  const { header, lines } = await readTable(bytes);
  const fields = fieldsIn(header);
  const examples: string[][] = header.map(() => []);
  let count = 0;
  for await (const { cells } of lines) {
    count += 1;
    for (const [index, found] of examples.entries()) {
      const cell = legible(cells[index] ?? '').trim();
      if (found.length < EXAMPLES && cell !== '') found.push(cell.slice(0, SHOWN));
    }
  }
  const columns = header.map((title, index) => ({
    name: legible(title).slice(0, SHOWN) || `Colonne ${index + 1}`,
    examples: examples[index] ?? [],
    field: fields[index] ?? null,
  }));
  return { columns, rows: count };
}

type Mapped = { fields: readonly (ColumnField | null)[] | null; transaction: StatementRequest['transaction'] | null };

type Read = { columns: SentColumn[]; rows: NewRow[] };

/** Each line as a row. `fields` null: as the titles say. Throws `invalid_input`. */
export async function rowsOfFile(bytes: Buffer, { fields: given, transaction }: Mapped): Promise<Read> {
  const { header, lines } = await readTable(bytes);
  const fields = given ?? fieldsIn(header);
  if (fields.length !== header.length) throw new AppError('invalid_input', 'Le fichier n’a plus les mêmes colonnes.');
  requirePlace(fields);
  const rows: NewRow[] = [];
  for await (const line of lines) {
    rows.push(rowOfLine(line, { fields, transaction }));
    // Ten thousand lines take a second: other calls go on.
    if (rows.length % 200 === 0) await setImmediate();
  }
  return { columns: header.map((title, at) => ({ title: legible(title), field: fields[at] ?? null })), rows };
}

function requirePlace(fields: readonly (ColumnField | null)[]): void {
  const has = (field: ColumnField): boolean => fields.includes(field);
  if (has('address') || has('parcels') || (has('longitude') && has('latitude'))) return;
  throw new AppError(
    'invalid_input',
    'Aucune colonne ne dit où est le bien\u00A0: il faut une adresse, une parcelle, ou une longitude et une latitude.',
  );
}

/** `address,,owner`: the field of each column. Throws `invalid_input`. */
export function parseColumns(text: string): (ColumnField | null)[] {
  const fields = text.split(',').map((name) => COLUMN_FIELDS.find((field) => field === name) ?? null);
  const used = fields.filter((field) => field !== null);
  if (new Set(used).size < used.length) {
    throw new AppError('invalid_input', 'Deux colonnes ont la même signification\u00A0: gardez-en une.');
  }
  return fields;
}
