import { AppError } from '#platform/app-error.ts';

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
 * encoding of MS-DOS. One is taken only when no other one gives a text as plausible: a wrong letter in a name is worse than a refusal. Throws
 * `invalid_input`.
 */
export function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw refused('Ce fichier est vide.');
  const other = otherIn(bytes);
  if (other !== null) throw notCsv(other);
  const text = (unicodeOf(bytes) ?? singleByteOf(bytes)).replace(END_OF_FILE, '');
  if (CONTROLS.test(text)) throw refused('Ce fichier n’est pas un fichier CSV.');
  return text;
}

/** Of MS-DOS. */
const END_OF_FILE = '\u001A';
/** Beyond tabs and line ends; those of the upper half are judged with their encoding. */
const CONTROLS = /(?![\t\n\v\f\r\u0080-\u009F])\p{Cc}/u;

/** UTF-8 and UTF-16; null when the bytes are neither. */
function unicodeOf(bytes: Buffer): string | null {
  const mark = MARKS.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  if (mark !== undefined) {
    const text = decoded(bytes, mark.encoding);
    if (text === null) throw refused(`Ce fichier est abîmé\u00A0: ${REMEDY}`);
    return text;
  }
  if (bytes.includes(0)) {
    const wide = decoded(bytes, utf16Of(bytes));
    if (wide === null || !isFrench(wide)) throw refused('Ce fichier n’est pas un fichier CSV.');
    return wide;
  }
  const text = decoded(bytes, 'utf-8');
  if (text === null || isFrench(text)) return text;
  // Rare letters: two letters of another encoding may look like one of these.
  if (readings(bytes).some(({ odd }) => odd === 0)) throw ambiguous();
  return text;
}

const MARKS = [
  { start: [0xff, 0xfe, 0, 0], encoding: 'utf-32' },
  { start: [0, 0, 0xfe, 0xff], encoding: 'utf-32' },
  { start: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { start: [0xff, 0xfe], encoding: 'utf-16le' },
  { start: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** A line end has one zero byte, the second one in UTF-16LE and the first one in UTF-16BE; else the file is no text. */
function utf16Of(bytes: Buffer): string {
  const zeros = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || (even > 0 && odd > 0)) return '';
  return even > 0 ? 'utf-16be' : 'utf-16le';
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const ambiguous = (): AppError =>
  refused(`Les lettres accentuées de ce fichier peuvent se lire de deux façons\u00A0: ${REMEDY}`);

const unreadable = (): AppError =>
  refused(`Les lettres accentuées de ce fichier ne peuvent pas être lues\u00A0: ${REMEDY}`);

/** What an encoding gives: `marks`, its characters beyond ASCII, and `odd`, those that a French table would not have so. */
type Reading = { decode: Decode; text: string; marks: number; odd: number };

/** « CSV (MS-DOS) » of Excel, code page 850, which `TextDecoder` does not have: its French letters and signs. */
const MS_DOS: Readonly<Record<number, string>> = Object.fromEntries(
  '80Ç81ü82é83â84ä85à87ç88ê89ë8Aè8Bï8Cî90É93ô94ö96û97ù98ÿ99Ö9AÜAE«AF»B6ÂB7ÀD2ÊD3ËD4ÈD7ÎD8ÏE2ÔEAÛEBÙF8°FD²'
    .match(/[0-9A-F]{2}./g)
    ?.map((pair) => [Number.parseInt(pair, 16), pair.slice(2)]) ?? [],
);
const ofMsDos = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u00FF]/g, (one) => MS_DOS[one.codePointAt(0) ?? 0] ?? '\uFFFD');

type Decode = (bytes: Buffer) => string;
const standard =
  (encoding: string): Decode =>
  (bytes) =>
    new TextDecoder(encoding).decode(bytes);
const SINGLE_BYTE: readonly Decode[] = [
  standard('windows-1252'),
  standard('macintosh'),
  standard('iso-8859-15'),
  ofMsDos,
];

/** Of a part of the bytes; encodings that give one text are one. */
function readings(bytes: Buffer): Reading[] {
  const part = accented(bytes);
  const texts = new Map(SINGLE_BYTE.toReversed().map((decode) => [decode(part), decode] as const));
  return [...texts].map(([text, decode]) => ({ decode, text, ...countsOf(text) }));
}

const PART_BYTES = 262_144;

/** The first lines with a byte beyond ASCII: enough to tell encodings apart, whatever the file's size. */
function accented(bytes: Buffer): Buffer {
  const lines: string[] = [];
  let size = 0;
  for (const [line] of bytes.toString('latin1').matchAll(/[^\r\n]+/g)) {
    if (size > PART_BYTES) break;
    if (!BEYOND.test(line)) continue;
    lines.push(line.slice(0, PART_BYTES));
    size += line.length;
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}
const BEYOND = /\P{ASCII}/u;

/** How many times more of its characters must be odd in another reading, and of how many one may be. */
const CERTAIN = 20;

function singleByteOf(bytes: Buffer): string {
  const all = readings(bytes);
  const [best, next] = all.toSorted((one, other) => one.odd - other.odd);
  if (best === undefined || best.odd * CERTAIN > best.marks) throw unreadable();
  if (next !== undefined && next.odd <= best.odd * CERTAIN) throw ambiguous();
  const text = best.decode(bytes);
  if (FOREIGN.test(text)) throw unreadable();
  return text;
}

/** Letters of the languages of western Europe, as Windows-1252 has them. */
const LETTERS = 'A-Za-zÀ-ÏÑ-ÖØ-Ýß-ïñ-öø-ýÿŒœŸŠšŽž';
const SIGNS = '\u00A0«»‘’“”–—…€°™®©§·•²³ªº¼½¾';
const OTHER = new RegExp(String.raw`[^\p{ASCII}${LETTERS}${SIGNS}\u0300-\u036F]`, 'u');
const isFrench = (text: string): boolean => !OTHER.test(text);

const RUN = new RegExp(`[${LETTERS}]+`, 'g');
const KNOWN = new RegExp(`[${LETTERS}${SIGNS}¼½¾]`);
/** Small letters, the first one perhaps a capital, or capitals; of a length that a word has. */
const WORD = /^(?:\p{Lu}?\p{Ll}{0,40}|\p{Lu}{1,40})$/u;
/** Signs that no letter follows, or that do not stand between two. */
const BEFORE_LETTER = new RegExp(`[»”™®©²³ªº¼½¾•…][${LETTERS}]`, 'g');
const AFTER_LETTER = new RegExp(`[${LETTERS}][¼½¾]`, 'g');
const BETWEEN_LETTERS = new RegExp(`(?<=[${LETTERS}])(?:[«“‘—€§]|(?<![nN])°)(?=[${LETTERS}])`, 'g');

/** Bytes that Windows-1252 gives no letter, or that are letters of Latin-9 only. */
const FOREIGN = new RegExp(`[\\u0080-\\u009F]|[${LETTERS}][¼½¾]|[¼½¾][${LETTERS}]`);

function countsOf(text: string): Omit<Reading, 'text' | 'decode'> {
  const beyond = text.match(/\P{ASCII}/gu) ?? [];
  const words = (text.match(RUN) ?? []).filter((word) => !/^[A-Za-z]+$/.test(word));
  const unknown = beyond.filter((character) => !KNOWN.test(character)).length;
  const mixed = words.filter((word) => !WORD.test(word)).length;
  const misplaced = [BEFORE_LETTER, AFTER_LETTER, BETWEEN_LETTERS].reduce(
    (sum, sign) => sum + (text.match(sign)?.length ?? 0),
    0,
  );
  return { marks: beyond.length, odd: unknown + mixed + misplaced };
}
