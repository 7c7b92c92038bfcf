import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer): Promise<string[][]> {
  const path = join(folder, 'table.csv');
  await writeFile(path, bytes);
  const { header, rows } = await readCsv({ name: 'table.csv', path });
  return [header, ...(await Array.fromAsync(rows))];
}

const mac = new Map(Array.from({ length: 256 }, (_, b) => [new TextDecoder('macintosh').decode(Buffer.of(b)), b]));
const macRoman = (text: string): Buffer => Buffer.from(Array.from(text, (letter) => mac.get(letter) ?? 0));
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** More than a first part of the file, its letters beyond it. */
const FAR = Array.from({ length: 9_000 }, (_, i) => ['x'.repeat(10), String(i)]);
const TABLE = [['Numéro', 'Commune'], ...FAR, ['Général', 'Saint-Étienne'], ['Forêt', 'BÉZIERS']];
const textWith = (end: string): string => TABLE.map((row) => row.join(';') + end).join('');

describe('a table is read letter for letter, told by its bytes', () => {
  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with its mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16LE', utf16],
    ['UTF-16LE with its mark', (text) => utf16(`\uFEFF${text}`)],
    ['UTF-16BE', (text) => utf16(text).swap16()],
    ['UTF-16BE with its mark', (text) => utf16(`\uFEFF${text}`).swap16()],
    ['Windows-1252', latin1],
    ['MacRoman', macRoman],
  ])('%s', async (_, encode) => {
    for (const end of ['\n', '\r\n', '\r']) expect(await read(encode(textWith(end)))).toEqual(TABLE);
  });
});

it.each<[string, Buffer, RegExp]>([
  ['« Œuvre » of a Mac, « Îuvre » of Windows', latin1('Nom;A\n\xCEuvre;1\n'), /deux façons ; convertissez la table/],
  ['letters of MS-DOS', latin1('Nom;A\nG\x82n\x82ral;1\n'), /ne peuvent pas être lues ; convertissez la table/],
  ['a wrong byte after a mark', latin1('\xEF\xBB\xBFNom;A\nG\xE9n;1\n'), /table\.csv : la table est abîmée/],
  ['zero bytes', latin1('Nom;A\n\x00\x00;1\n'), /la table est abîmée/],
])('%s → refused in one sentence', async (_, bytes, said) => {
  await expect(read(bytes)).rejects.toThrow(said);
});
