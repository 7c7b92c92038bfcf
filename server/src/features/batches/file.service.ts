import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { MOST_FILE_BYTES, MOST_ROWS } from '@clairisque/contract/batches.v3.ts';
import { CsvError, parse, type Parser } from 'csv-parse';
import { AppError } from '#platform/app-error.ts';
import { textOf } from './encoding.rules.ts';
import type { FastifyRequest } from 'fastify';
import { unsupportedMediaType } from '#platform/http/bodies.ts';
import type { App } from '#platform/http/app.ts';

const MEGABYTES = MOST_FILE_BYTES / 1024 / 1024;
const MOST_COLUMNS = 100;
const MOST_CHARACTERS_OF_LINE = 20_000;
/** Blank ones too, and those within quotes. */
const MOST_LINE_ENDS = 10 * MOST_ROWS;
const MOST_CELLS = (MOST_ROWS + 1) * MOST_COLUMNS;

const refused = (sentence: string): AppError => new AppError('invalid_input', sentence);
const fileTooLarge = (): AppError =>
  new AppError('too_large', `Ce fichier dépasse ${MEGABYTES}\u00A0Mo\u00A0: coupez-le en plusieurs.`);

/** The bytes of a body, as they arrive, at most those of a file. Throws `too_large`. */
async function receiveFile(body: AsyncIterable<Buffer>): Promise<Buffer> {
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
 * A table of a spreadsheet, in any of its encodings; semicolons, commas, tabs or bars, which a first line `sep=;` may say;
 * quotes; blank lines skipped.
 * Lines are read one after another. Throws `invalid_input`, also while they are read.
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  requireFew(bytes);
  const given = textOf(bytes).replaceAll(/\r\n?/g, '\n');
  requireShortLines(given);
  const { text, delimiter } = delimitedIn(given);
  const parser = parse({
    delimiter,
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

const TOO_MANY_LINES = 'Ce fichier a plus de 10\u00A0000 lignes\u00A0: coupez-le en plusieurs.';

/** Before a slower reading: no more line ends, nor of one delimiter, than a whole file may have. Throws `invalid_input`. */
function requireFew(bytes: Buffer): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < bytes.length; at += 1) counts[bytes[at] ?? 0]! += 1;
  const most = (letters: readonly string[]): number =>
    Math.max(...letters.map((letter) => counts[letter.charCodeAt(0)] ?? 0));
  if (most(['\n', '\r']) > MOST_LINE_ENDS) throw refused(TOO_MANY_LINES);
  if (most(DELIMITERS) > MOST_CELLS) throw refused('Ce fichier a trop de cellules.');
}

/** A record has at least the length of each of its lines. Throws `invalid_input`. */
function requireShortLines(text: string): void {
  let line = 1;
  for (let from = 0; from <= text.length; line += 1) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    if (to - from > MOST_CHARACTERS_OF_LINE) throw refused(tooLong(line));
    from = to + 1;
  }
}

const DELIMITERS = [';', '\t', ',', '|'];
/** `sep=;`, which Excel reads and does not show; a spreadsheet that saves it again adds the delimiters of its columns. */
const SAID = /^\uFEFF?"?sep=(?<delimiter>.?)"?(?<rest>.*)$/i;

/** The text with the line that says the delimiter emptied, so that lines keep their numbers. */
function delimitedIn(text: string): { text: string; delimiter: string } {
  const [first = ''] = text.split('\n', 1);
  const said = SAID.exec(first)?.groups;
  if (said === undefined) return { text, delimiter: delimiterOf(first) };
  const { delimiter = '', rest = '' } = said;
  if (!DELIMITERS.includes(delimiter) || rest.replaceAll(delimiter, '') !== '') {
    throw refused(
      'La première ligne annonce un séparateur inconnu\u00A0: écrivez «\u00A0sep=;\u00A0», ou supprimez-la.',
    );
  }
  return { text: text.slice(first.length), delimiter };
}

/** The one that the titles have most, outside quotes. */
function delimiterOf(titles: string): string {
  const bare = titles.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ';';
}

/** The parser reads a slice without a pause: some thousand cells. */
const SLICE = 8_192;

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += SLICE) {
    await setImmediate();
    yield text.slice(from, from + SLICE);
  }
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
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(line);
  return `La ligne ${line} ne peut pas être lue.`;
}

const tooLong = (line: number): string => `La ligne ${line} est trop longue, ou un guillemet y manque.`;

async function* bounded(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MOST_ROWS) throw refused(TOO_MANY_LINES);
    yield line;
  }
  if (count === 0) throw refused('Ce fichier n’a aucune ligne sous ses titres.');
}

/** Routes of this plugin receive a CSV as it arrives. */
export function acceptFiles(app: App): void {
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
}

/** The file of a request. One that announces too many bytes is not read. Throws `too_large`, `unsupported_media_type`. */
export async function fileIn({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) throw unsupportedMediaType(headers['content-type'] ?? '');
  if (Number(headers['content-length'] ?? 0) > MOST_FILE_BYTES) throw fileTooLarge();
  return receiveFile(body);
}
