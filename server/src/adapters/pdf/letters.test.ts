import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainLetters, undrawnLetter } from '@clairisque/contract/common/letters.ts';
import { afterAll, expect, it } from 'vitest';
import { openPdfReader } from '#test/pdf-reader.ts';
import { createPrinter } from './typst-printer.ts';

const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'clairisque-letters-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints one text in each face of the documents. */
const EVERY_FACE = `
#import "/lib/theme.typ": text-fonts, heading-fonts
#set document(title: "Lettres")
#set text(lang: "fr", region: "FR", fallback: false, size: 6pt)
#let letters = json("/data.json")
#for (font, weight) in (
  (text-fonts, 400),
  (text-fonts, 600),
  (text-fonts, 700),
  (heading-fonts, 600),
  (heading-fonts, 700),
) { par(text(font: font, weight: weight, letters)) }
`;
const FACES = 5;

function print(letters: readonly string[]): Buffer {
  cpSync(join(TEMPLATES, 'lib'), join(folder, 'lib'), { recursive: true });
  mkdirSync(join(folder, 'letters'), { recursive: true });
  writeFileSync(join(folder, 'letters', 'main.typ'), EVERY_FACE);
  return createPrinter(folder).exported({ template: 'letters', data: letters.join(' '), files: {} }, 'ua-1');
}

async function read(pdf: Buffer): Promise<string> {
  const reader = await openPdfReader();
  const pages = await reader.texts(pdf);
  reader.close();
  return pages.join('').normalize('NFC');
}

const isAccepted = (text: string): boolean => plainLetters(text) === text && undrawnLetter(text) === null;

it('every letter that is accepted is drawn in every face, and read back', async () => {
  const all = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCodePoint(code));
  // U+0640 only stretches the Arabic letter before it.
  const letters = all.filter((letter) => /(?!\u0640)[\p{L}\p{N}]/u.test(letter) && isAccepted(letter));
  expect(letters.length).toBeGreaterThan(2_000);
  const counts = new Map<string, number>();
  for (const letter of await read(print(letters))) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // The reader reads a letter of two glyphs twice.
  expect(letters.filter((letter) => (counts.get(letter) ?? 0) < FACES)).toEqual([]);
});

it('every accent that is accepted is drawn on a letter in every face, and read back', async () => {
  const accents = Array.from({ length: 0x70 }, (_, rank) => String.fromCodePoint(0x300 + rank));
  const pairs = accents.flatMap((accent) => ['x', 'M', 'ə'].map((letter) => letter + accent)).filter(isAccepted);
  expect(pairs.length).toBeGreaterThan(100);
  // The reader may leave out a space after an accent, or read a letter of two glyphs twice.
  const text = (await read(print(pairs))).replaceAll(/\s/gu, '');
  expect(pairs.filter((pair) => text.split(pair).length - 1 < FACES)).toEqual([]);
});
