import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';

/** `rows` by the position of their cells: published headers repeat and misspell names. */
export type Csv = { header: string[]; rows: AsyncIterable<string[]> };

type Encoding = 'utf-8' | 'windows-1252';

/**
 * Streams a table. Its encoding (UTF-8, or Windows-1252 when a byte is not) and delimiter (`;`, `,`, tab or `|`) are
 * found in the file; a byte order mark and either line end are accepted.
 * @throws DatasetRefusal for an empty table, and in `rows` for a row with another number of cells
 */
export async function readCsv(file: SourceFile, given: { delimiter?: string } = {}): Promise<Csv> {
  const encoding = await encodingOf(file.path);
  const first = await firstLine(file.path, encoding);
  if (first.trim() === '') throw new DatasetRefusal(`${file.name} : la table est vide.`);
  const delimiter = given.delimiter ?? delimiterOf(first);
  const rows = rowsOf(file, encoding, delimiter);
  const header = await rows.next();
  if (header.done) throw new DatasetRefusal(`${file.name} : la table est vide.`);
  return { header: header.value.map((name) => name.trim()), rows };
}

async function* rowsOf(file: SourceFile, encoding: Encoding, delimiter: string): AsyncGenerator<string[]> {
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

/** UTF-8 unless some byte sequence of the file is not. */
async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of createReadStream(path)) decoder.decode(part as Buffer, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

async function firstLine(path: string, encoding: Encoding): Promise<string> {
  for await (const part of createReadStream(path, { end: 65_535, highWaterMark: 65_536 })) {
    return new TextDecoder(encoding).decode(part as Buffer).split(/\r?\n/)[0] ?? '';
  }
  return '';
}

/** The one that the header has most, outside quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = [';', ',', '\t', '|'].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ';';
}
