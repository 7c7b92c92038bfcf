import { Readable } from 'node:stream';
import { MOST_FILE_BYTES, MOST_ROWS } from '@clairisque/contract/batches.v3.ts';
import { CsvError, parse, type Parser } from 'csv-parse';
import { AppError } from '#platform/app-error.ts';

const MEGABYTES = MOST_FILE_BYTES / 1024 / 1024;
const MOST_COLUMNS = 100;
const MOST_CHARACTERS_OF_LINE = 20_000;

const refused = (sentence: string): AppError => new AppError('invalid_input', sentence);
export const fileTooLarge = (): AppError =>
  new AppError('too_large', `Ce fichier dépasse ${MEGABYTES}\u00A0Mo\u00A0: coupez-le en plusieurs.`);

/** The bytes of a body, as they arrive, at most those of a file. Throws `too_large`. */
export async function receiveFile(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MOST_FILE_BYTES) throw fileTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A line with at least one value, and its number in the file. */
export type Line = { line: number; cells: string[] };
type Table = { header: string[]; lines: AsyncGenerator<Line> };

/**
 * A table of a spreadsheet: UTF-8, UTF-16 or Windows-1252; semicolons, commas or tabs; quotes; blank lines skipped.
 * Lines are read one after another. Throws `invalid_input`, also while they are read.
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  const text = textOf(bytes).replaceAll(/\r\n?/g, '\n');
  const [first = ''] = text.split('\n', 1);
  const parser = parse({
    delimiter: delimiterOf(first),
    info: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MOST_CHARACTERS_OF_LINE,
  });
  // The caller may stop in the middle.
  Readable.from(slicesOf(text))
    .on('error', () => undefined)
    .pipe(parser)
    .on('error', () => undefined);
  const lines = linesOf(parser);
  const header = await lines.next();
  if (header.done) throw refused('Ce fichier est vide.');
  const { cells } = header.value;
  if (cells.length > MOST_COLUMNS) throw refused(`Ce fichier a plus de ${MOST_COLUMNS} colonnes.`);
  return { header: cells, lines: bounded(lines) };
}

function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(ZIP)) {
    throw refused('Ce fichier est un classeur\u00A0: enregistrez-le au format CSV, puis importez le CSV.');
  }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw refused('Ce fichier n’est pas un fichier CSV.');
  return text;
}

/** First bytes of .xlsx and .ods. */
const ZIP = Buffer.from('PK\u0003\u0004');

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The one that the titles have most, outside quotes. */
function delimiterOf(titles: string): string {
  const bare = titles.replaceAll(/"[^"]*"/g, '');
  const counts = [';', '\t', ','].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ';';
}

const SLICE = 65_536;

function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += SLICE) yield text.slice(from, from + SLICE);
}

async function* linesOf(parser: Parser): AsyncGenerator<Line> {
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(faultOf(error));
  }
}

function faultOf({ code, lines }: CsvError & { lines?: number }): string {
  const line = lines ?? 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `Un guillemet ouvert à la ligne ${line} n’est pas fermé.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `La ligne ${line} est trop longue, ou un guillemet y manque.`;
  return `La ligne ${line} ne peut pas être lue.`;
}

async function* bounded(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MOST_ROWS) throw refused('Ce fichier a plus de 10\u00A0000 lignes\u00A0: coupez-le en plusieurs.');
    yield line;
  }
  if (count === 0) throw refused('Ce fichier n’a aucune ligne sous ses titres.');
}
