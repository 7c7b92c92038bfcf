/** Generates what the fonts of the printed documents draw, for the contract and for the templates. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fontPath, FONTS } from '../server/src/adapters/pdf/fonts.ts';
import { readFont, type Font } from './font-tables.ts';

const read = (file: string): Font => readFont(readFileSync(fontPath(file)));
const fallback = FONTS.fallback.map(read);
const texts = FONTS.text.map(read);
const headings = FONTS.headings.map(read);

const points = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, rank) => from + rank);
/** Not the letters of antiquity nor the emoji beyond: readers of PDF files give their halves back. */
const CODES = points(0x20, 0xff_ff);
const has = (kind: RegExp) => (code: number) => kind.test(String.fromCodePoint(code));

const hasAll = (font: Font, codes: readonly number[]): boolean => codes.every((code) => font.glyphs.has(code));

/** The fonts that draw these characters together, by face: it, or those of the other family. */
const drawing = (codes: readonly number[]): readonly Font[] =>
  [...texts, ...headings].flatMap((face) => (hasAll(face, codes) ? [face] : fallback));

const isDrawn = (...codes: number[]): boolean => drawing(codes).every((font) => hasAll(font, codes));

/** A face of the text that has the accent alone would draw it without its letter. */
const isAttached = (accent: number, letter: number): boolean =>
  isDrawn(accent, letter) &&
  drawing([accent, letter]).every((font) => font.attaches(accent, letter)) &&
  texts.every((face) => face.glyphs.has(letter) || !face.glyphs.has(accent));

/** A face of the text draws a letter that it lacks from its parts, when it has them. */
function isWellComposed(code: number): boolean {
  const [letter = 0, ...accents] = Array.from(String.fromCodePoint(code).normalize('NFD'), codeOf);
  const isSplit = (face: Font): boolean => !face.glyphs.has(code) && hasAll(face, [letter, ...accents]);
  return (
    accents.length === 0 ||
    texts.filter(isSplit).every((face) => accents.length === 1 && face.attaches(accents[0] ?? 0, letter))
  );
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const escaped = (code: number): string => String.raw`\u{${code.toString(16)}}`;

/** The characters as ranges of a class of a regular expression. */
function classOf(codes: readonly number[], written = escaped): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => (from === to ? written(from) : `${written(from)}-${written(to)}`)).join('');
}

/** A regular expression of what is drawn: a character alone, or a letter with one accent that has its place on it. */
function drawnPattern(): string {
  const drawn = CODES.filter((code) => isDrawn(code) && isWellComposed(code));
  const alone = drawn.filter(has(/[^\p{M}\p{C}\p{Zl}\p{Zp}\uFFFC\uFFFD]/u)).filter((code) => !isAccentAlone(code));
  // Whether an accent replaces the dot of « i » is not in the tables read here.
  const letters = alone.filter(has(/(?!\p{Soft_Dotted})\p{L}/u)).filter((letter) => !isCompatible(letter));
  const latin = letters.filter(has(/[A-Za-z]/u));
  const accents = drawn
    .filter(has(/(?![\u0340\u0341\u0343\u0344])[\u0300-\u036f]/u))
    .filter((accent) => latin.every((letter) => takes(accent, letter)));
  // Faces of both families take more letters than the second family alone.
  const { true: ours = [], false: others = [] } = Object.groupBy(accents, (accent) =>
    String([...texts, ...headings].every((face) => face.glyphs.has(accent))),
  );
  const pairs = [ours, others].map((group) => {
    const bases = letters.filter((letter) => group.every((accent) => takes(accent, letter)));
    return `[${classOf(bases)}][${classOf(group)}]`;
  });
  return [`[${classOf(alone)}]`, ...pairs].join('|');
}

/** « ﹰ »: another shape of an accent on nothing, or of two letters that an accent joins. */
const isAccentAlone = (code: number): boolean =>
  isCompatible(code) && /\p{M}/u.test(String.fromCodePoint(code).normalize('NFKC'));

const isCompatible = (code: number): boolean =>
  String.fromCodePoint(code).normalize('NFKC') !== String.fromCodePoint(code);

/** True for a pair that has its own character, too. */
const takes = (accent: number, letter: number): boolean =>
  String.fromCodePoint(letter, accent).normalize('NFC').length === 1 || isAttached(accent, letter);

/** Each generated file and its text. */
export function letterFiles(): Record<string, string> {
  const own = CODES.filter((code) => headings.every((face) => face.glyphs.has(code)));
  return {
    'contract/src/common/letters.gen.ts': [
      '/** Written by `scripts/letters.ts`: what every face of the printed documents draws. */\n',
      `export const DRAWN = String.raw\`${drawnPattern()}\`;\n`,
    ].join(''),
    'server/templates/lib/letters.typ': [
      '// Written by `scripts/letters.ts`: what the font of headings draws itself. Left to choose, the compiler would make\n',
      '// other letters from parts that the font cannot place.\n',
      `#let heading-letters = regex("[${classOf(own.filter(has(/\P{M}/u)), (code) => `\\\\u{${code.toString(16)}}`)}]")\n`,
    ].join(''),
  };
}

if (import.meta.main) for (const [file, text] of Object.entries(letterFiles())) writeFileSync(file, text);
