/** Known first bytes, the longest first. */
const MARKS = [
  { start: [0xff, 0xfe, 0, 0], encoding: 'utf-32' },
  { start: [0, 0, 0xfe, 0xff], encoding: 'utf-32' },
  { start: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { start: [0xff, 0xfe], encoding: 'utf-16le' },
  { start: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The encoding that a byte order mark says; `utf-32` cannot be decoded. */
export const markedEncoding = (bytes: Buffer): string | undefined =>
  MARKS.find(({ start }) => start.every((byte, i) => bytes[i] === byte))?.encoding;

/**
 * UTF-16 without a mark: a line end has one zero byte, the second one in UTF-16LE and the first one in UTF-16BE. Null for
 * another place of zero bytes: the file is no text.
 */
export function utf16Of(bytes: Buffer): string | null {
  const zeros = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || (even > 0 && odd > 0)) return null;
  return even > 0 ? 'utf-16be' : 'utf-16le';
}

/** Null when the bytes are not of that encoding, or it is unknown. */
export function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What an encoding gives: `marks`, its characters beyond ASCII, and `odd`, those that a French table would not have so. */
type Reading = { encoding: SingleByte; text: string; marks: number; odd: number };

/** « CSV (MS-DOS) » of Excel, code page 850, which `TextDecoder` does not have: its French letters and signs. */
const MS_DOS: Readonly<Record<number, string>> = Object.fromEntries(
  '80Ç81ü82é83â84ä85à87ç88ê89ë8Aè8Bï8Cî90É93ô94ö96û97ù98ÿ99Ö9AÜAE«AF»B6ÂB7ÀD2ÊD3ËD4ÈD7ÎD8ÏE2ÔEAÛEBÙF8°FD²'
    .match(/[0-9A-F]{2}./g)
    ?.map((pair) => [Number.parseInt(pair, 16), pair.slice(2)]) ?? [],
);
const ofMsDos = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u00FF]/g, (one) => MS_DOS[one.codePointAt(0) ?? 0] ?? '\uFFFD');

/** `label` of `TextDecoder`; null when it does not have this encoding. */
export type SingleByte = { label: string | null; decode: (bytes: Buffer) => string };
const standard = (label: string): SingleByte => ({
  label,
  decode: (bytes) => new TextDecoder(label).decode(bytes),
});
const SINGLE_BYTE: readonly SingleByte[] = [
  standard('windows-1252'),
  standard('macintosh'),
  standard('iso-8859-15'),
  { label: null, decode: ofMsDos },
];

/** Encodings that give one text are one. */
function readings(part: Buffer): Reading[] {
  const texts = new Map(SINGLE_BYTE.toReversed().map((encoding) => [encoding.decode(part), encoding] as const));
  return [...texts].map(([text, encoding]) => ({ encoding, text, ...countsOf(text) }));
}

/** At most so many bytes of accented lines are compared. */
export const PART_BYTES = 262_144;

/** The first lines with a byte beyond ASCII: enough to tell encodings apart, whatever the file's size. */
export function accentedLines(bytes: Buffer): Buffer {
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

/**
 * The encoding of accented lines, among Windows-1252, MacRoman, Latin-9 and that of MS-DOS: taken only when no other one
 * gives a text as plausible, as a wrong letter in a name is worse than a refusal.
 */
export function singleByteEncoding(lines: Buffer): SingleByte | { refused: 'ambiguous' | 'unreadable' } {
  const [best, next] = readings(lines).toSorted((one, other) => one.odd - other.odd);
  if (best === undefined || best.odd * CERTAIN > best.marks) return { refused: 'unreadable' };
  if (next !== undefined && next.odd <= best.odd * CERTAIN) return { refused: 'ambiguous' };
  return best.encoding;
}

/** Some encoding of one byte a letter gives these lines without an odd character. */
export const isSingleBytePlausible = (lines: Buffer): boolean => readings(lines).some(({ odd }) => odd === 0);

/** Bytes that its encoding gives no letter, or letters of Latin-9 only. */
export const hasForeignLetters = (text: string): boolean => FOREIGN.test(text);

/** Letters of the languages of western Europe, as Windows-1252 has them. */
const LETTERS = 'A-Za-zÀ-ÏÑ-ÖØ-Ýß-ïñ-öø-ýÿŒœŸŠšŽž';
const SIGNS = '\u00A0«»‘’“”–—…€°™®©§·•²³ªº¼½¾';
const OTHER = new RegExp(String.raw`[^\p{ASCII}${LETTERS}${SIGNS}\u0300-\u036F]`, 'u');
/** All its letters are of western Europe. */
export const isFrench = (text: string): boolean => !OTHER.test(text);

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

function countsOf(text: string): Omit<Reading, 'text' | 'encoding'> {
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
