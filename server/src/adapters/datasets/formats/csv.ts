import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { accentedLines, markedEncoding, PART_BYTES, singleByteEncoding, utf16Of } from '#platform/files/encodings.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';

/** `rows` by the position of their cells: published headers repeat and misspell names. */
export type Csv = { header: string[]; rows: AsyncIterable<string[]> };

/**
 * Streams a table. Its encoding (UTF-8, UTF-16, Windows-1252, Latin-9 or MacRoman, told apart as those of batches) and
 * delimiter (`;`, `,`, tab or `|`) are found in the file; a byte order mark and any line end are accepted.
 * @throws DatasetRefusal for an empty table and for letters that may be read in two ways, and in `rows` for a row with
 * another number of cells
 */
export async function readCsv(file: SourceFile, given: { delimiter?: string } = {}): Promise<Csv> {
  const encoding = await encodingOf(file);
  const first = await firstLine(file.path, encoding);
  if (first.trim() === '') throw new DatasetRefusal(`${file.name} : la table est vide.`);
  const delimiter = given.delimiter ?? delimiterOf(first);
  const rows = rowsOf(file, encoding, delimiter);
  const header = await rows.next();
  if (header.done) throw new DatasetRefusal(`${file.name} : la table est vide.`);
  return { header: header.value.map((name) => name.trim()), rows };
}

async function* rowsOf(file: SourceFile, encoding: string, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({ delimiter, bom: false, skip_empty_lines: true, relax_quotes: true });
  pipeline(createReadStream(file.path), new TextDecoderStream(encoding) as never, parser, () => undefined);
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    const { code, lines } = error as { code?: string; lines?: number };
    if (code === undefined || !code.startsWith('CSV_')) throw error;
    const what =
      code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
        ? 'n’a pas le nombre de colonnes de l’en-tête'
        : 'est mal formée';
    throw new DatasetRefusal(`${file.name} : la ligne ${lines} ${what}.`, { cause: error });
  }
}

async function encodingOf({ name, path }: SourceFile): Promise<string> {
  const head = await headOf(path);
  const marked = markedEncoding(head);
  const unicode = marked ?? (head.includes(0) ? utf16Of(head) : 'utf-8');
  if (unicode !== null && (await isIn(path, unicode))) return unicode;
  if (unicode !== 'utf-8' || marked !== undefined) throw new DatasetRefusal(`${name} : la table est abîmée.`);
  return singleByteLabel(name, await accentedLinesOf(path));
}

function singleByteLabel(name: string, lines: Buffer): string {
  const found = singleByteEncoding(lines);
  if ('label' in found && found.label !== null) return found.label;
  const isTwofold = 'refused' in found && found.refused === 'ambiguous';
  const what = isTwofold ? 'peuvent se lire de deux façons' : 'ne peuvent pas être lues';
  throw new DatasetRefusal(`${name} : les lettres accentuées ${what} ; convertissez la table en UTF-8.`);
}

const HEAD_BYTES = 65_536;

async function headOf(path: string): Promise<Buffer> {
  for await (const part of createReadStream(path, { end: HEAD_BYTES - 1, highWaterMark: HEAD_BYTES }))
    return part as Buffer;
  return Buffer.alloc(0);
}

async function isIn(path: string, encoding: string): Promise<boolean> {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const part of createReadStream(path)) decoder.decode(part as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function accentedLinesOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of createReadStream(path)) {
    const lines = accentedLines(part as Buffer);
    parts.push(lines, Buffer.from('\n'));
    size += lines.length;
    if (size > PART_BYTES) break;
  }
  return Buffer.concat(parts);
}

async function firstLine(path: string, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await headOf(path)).split(/\r\n?|\n/)[0] ?? '';
}

/** The one that the header has most, outside quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ';';
}
