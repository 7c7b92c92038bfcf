import { AppError } from '#platform/app-error.ts';
import {
  accentedLines,
  decoded,
  hasForeignLetters,
  isFrench,
  isSingleBytePlausible,
  markedEncoding,
  singleByteEncoding,
  utf16Of,
} from '#platform/files/encodings.ts';

const refused = (sentence: string): AppError => new AppError('invalid_input', sentence);
const REMEDY = 'enregistrez-le au format « CSV UTF-8 », puis importez-le de nouveau.'.replaceAll(
  /(?<=«) | (?=»)/g,
  '\u00A0',
);
const notCsv = (what: string): AppError =>
  refused(`Ce fichier est ${what}\u00A0: enregistrez le tableau au format CSV, puis importez le CSV.`);

/** Files that are often dropped instead of a table, by their first bytes, and where these are. */
const OTHERS: readonly { what: string; at?: number; starts: readonly string[] }[] = [
  { what: 'un classeur', starts: ['PK\u0003\u0004', 'PK\u0005\u0006', '\u00D0\u00CF\u0011\u00E0'] },
  { what: 'un PDF', starts: ['%PDF-'] },
  { what: 'une image', starts: ['\u0089PNG', '\u00FF\u00D8\u00FF', 'GIF8', 'II*\0', 'MM\0*'] },
  { what: 'une image', at: 4, starts: ['ftyp'] },
  { what: 'une image', at: 8, starts: ['WEBP'] },
  { what: 'une archive', starts: ['\u001F\u008B', '7z\u00BC\u00AF', 'Rar!'] },
  { what: 'un document de texte', starts: [String.raw`{\rtf`] },
];
const PAGE = /^(?:ï»¿)?\s*<(?:!doctype html|html|\?xml|table)/i;

function otherIn(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 64);
  const other = OTHERS.find(({ at = 0, starts }) => starts.some((text) => start.startsWith(text, at)));
  return other?.what ?? (PAGE.test(start) ? 'une page ou un document XML' : null);
}

/**
 * The text of a table: UTF-8 or UTF-16 (with or without its mark), Windows-1252, Latin-1, Latin-9, MacRoman or the
 * encoding of MS-DOS. One is taken only when no other one gives a text as plausible: a wrong letter in a name is worse
 * than a refusal. Throws `invalid_input`.
 */
export function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw refused('Ce fichier est vide.');
  const other = otherIn(bytes);
  if (other !== null) throw notCsv(other);
  // U+0000, also in two bytes, wherever they begin.
  if (bytes.includes('\0\0\0')) throw refused('Ce fichier n’est pas un fichier CSV.');
  const text = (unicodeOf(bytes) ?? singleByteOf(bytes)).replace(END_OF_FILE, '');
  if (CONTROLS.test(text)) throw refused('Ce fichier n’est pas un fichier CSV.');
  return text;
}

/** MS-DOS ends a file with it. */
const END_OF_FILE = '\u001A';
/** Beyond tabs and line ends; those of the upper half are judged with their encoding. */
const CONTROLS = /(?![\t\n\v\f\r\u0080-\u009F])\p{Cc}/u;

/** UTF-8 and UTF-16; null when the bytes are neither. */
function unicodeOf(bytes: Buffer): string | null {
  const mark = markedEncoding(bytes);
  if (mark !== undefined) {
    const text = decoded(bytes, mark);
    if (text === null) throw refused(`Ce fichier est abîmé\u00A0: ${REMEDY}`);
    return text;
  }
  if (bytes.includes(0)) {
    const wide = decoded(bytes, utf16Of(bytes) ?? '');
    if (wide === null || !isFrench(wide)) throw refused('Ce fichier n’est pas un fichier CSV.');
    return wide;
  }
  const text = decoded(bytes, 'utf-8');
  if (text === null || isFrench(text)) return text;
  // Rare letters: two letters of another encoding may look like one of these.
  if (isSingleBytePlausible(accentedLines(bytes))) throw ambiguous();
  return text;
}

function singleByteOf(bytes: Buffer): string {
  const found = singleByteEncoding(accentedLines(bytes));
  if ('refused' in found) throw found.refused === 'ambiguous' ? ambiguous() : unreadable();
  const text = found.decode(bytes);
  if (hasForeignLetters(text)) throw unreadable();
  return text;
}

const ambiguous = (): AppError =>
  refused(`Les lettres accentuées de ce fichier peuvent se lire de deux façons\u00A0: ${REMEDY}`);

const unreadable = (): AppError =>
  refused(`Les lettres accentuées de ce fichier ne peuvent pas être lues\u00A0: ${REMEDY}`);
