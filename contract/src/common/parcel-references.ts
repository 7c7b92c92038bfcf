import { parseCadastralReference, type CadastralReference } from './cadastral-reference.ts';

/** A reference as typed, and the number of its line. */
export type TypedReference = { line: number; text: string };
export type ReadReferenceCode = TypedReference & { code: string };

const IS_INSEE = /^\d[\dAB]\d{3}$/u;
/** In lower case: « ET 12 » is of section ET. */
const SEPARATORS = /[,;\t|+]|\bet\b/u;
/** « AB 12 AB 14 » is cut before the second section. */
const NEXT_SECTION = /(?<=\d)\s+(?=0?[A-Z]{1,2} ?\d)/iu;
/** A place of the commune that is not said; no commune has this code. */
const NOWHERE = '00000';

/**
 * Reads references as people write them, in the wizard, in a file and in a request: one a line, several on a line
 * (« AB 12, AB 14 », « AB 12 et AB 14 », « AB 12 AB 14 »), a column or columns of a spreadsheet. A reference without its
 * commune is of `commune` (INSEE code); when that is null its code has none either (`000-AB-0012`). Nothing is guessed:
 * a text that is not a whole reference is unread.
 */
export function readReferences(
  text: string,
  commune: string | null,
): { read: ReadReferenceCode[]; unread: TypedReference[] } {
  const read: ReadReferenceCode[] = [];
  const unread: TypedReference[] = [];
  for (const { code, ...typed } of referencesIn(text, createCodes(commune))) {
    if (code === null) unread.push(typed);
    else read.push({ ...typed, code });
  }
  return { read, unread };
}

/**
 * Reads the codes, without their commune, of texts that are only whole references; null for another text. It stops
 * after `most` in a text, and reads once what is written often: hostile texts cost no more than honest ones.
 */
export function createReader(most: number): (text: string) => string[] | null {
  const codeOf = createCodes(null);
  return (text) => {
    const codes = new Set<string>();
    for (const { code } of referencesIn(text, codeOf)) {
      if (code === null) return null;
      codes.add(code);
      if (codes.size > most) break;
    }
    return codes.size === 0 ? null : [...codes];
  };
}

function* referencesIn(text: string, codeOf: CodeOf): Generator<TypedReference & { code: string | null }> {
  for (const [index, line] of text.split(/\r\n|[\r\n]/u).entries()) {
    for (const written of textsIn(line, codeOf)) yield { line: index + 1, text: written, code: codeOf(written) };
  }
}

/** The columns of a spreadsheet make one reference (« 75113 ⇥ AB ⇥ 12 ») when they read as one. */
function* textsIn(line: string, codeOf: CodeOf): Generator<string> {
  if (codeOf(line) !== null) yield line.replaceAll(/\s+/gu, ' ').trim();
  else {
    for (const part of new Set(line.split(SEPARATORS))) {
      const written = part.trim();
      if (written !== '') yield* separateIn(written, codeOf);
    }
  }
}

/** References with only spaces between them, when each of them is whole. */
function separateIn(part: string, codeOf: CodeOf): string[] {
  const isWhole = (text: string): boolean => codeOf(text) !== null;
  if (isWhole(part)) return [part];
  const words = part.split(/\s+/u);
  if (words.length === 1) return [part];
  return [words, part.split(NEXT_SECTION)].find((texts) => texts.every(isWhole)) ?? [part];
}

/** `000-AB-0012@48095`; null unless the text is one whole reference. */
type CodeOf = (text: string) => string | null;

/** A text is read once, however often it is written. */
function createCodes(commune: string | null): CodeOf {
  const known = new Map<string, string | null>();
  return (text) => {
    let code = known.get(text);
    if (code === undefined) known.set(text, (code = readCode(text, commune)));
    return code;
  };
}

function readCode(text: string, known: string | null): string | null {
  const commune = known ?? NOWHERE;
  const reference = plainIn(text, commune) ?? wholeIn(text) ?? parseCadastralReference(`${commune} ${text}`);
  if (reference === null || !IS_INSEE.test(reference.commune) || /^0+$/u.test(reference.numero)) return null;
  const code = `${reference.prefixe}-${reference.section}-${reference.numero}`;
  return reference.commune === NOWHERE ? code : `${code}@${reference.commune}`;
}

const PLAIN = /^ ?(?<section>[A-Z]{1,2}) ?(?<numero>\d{1,4})$/i;

/** Nearly all of them: read at once, where the others take a hundred steps. */
function plainIn(text: string, commune: string): CadastralReference | null {
  const { section, numero } = PLAIN.exec(text)?.groups ?? {};
  if (section === undefined || numero === undefined) return null;
  return { commune, prefixe: '000', section: section.toUpperCase().padStart(2, '0'), numero: numero.padStart(4, '0') };
}

function wholeIn(text: string): CadastralReference | null {
  const own = parseCadastralReference(text);
  return own !== null && IS_INSEE.test(own.commune) ? own : null;
}

/** The postcode and name of a commune at the end of an address: « 95190 Goussainville ». */
const AT_THE_END = /(?<commune>\d{5} \p{L}[\p{L}\d' ’-]+)$/u;

/** Source of the commune of parcels written without one: `commune`, else the end of the address. */
export const communeNamed = ({
  commune,
  address,
}: {
  commune?: string | undefined;
  address?: string | undefined;
}): string | undefined => commune ?? AT_THE_END.exec(address?.trim() ?? '')?.groups?.['commune'];

/** Whether a code says the commune of its parcel. */
export const hasCommune = (code: string): boolean => code.includes('@');

/** Names of communes are not looked up: several communes share one. */
export function whyUnread(text: string): string {
  const nameLast = parseCadastralReference(`parcelle ${text}`);
  const nameFirst = parseCadastralReference(text.replace(NAME_FIRST, '$<name> section $<rest>'));
  return nameLast !== null || nameFirst !== null
    ? 'la commune se donne par son code Insee, en premier, comme 75113 AB 12.'
    : 'ce n’est pas une référence complète, comme AB 12.';
}

/** « Rennes AB 12 », « 35000 Rennes AB 12 » */
const NAME_FIRST = /^(?<name>.*\p{L}{2}.*?) (?<rest>(?:\d{3} )?\p{L}{1,2} ?\d{1,4})$/u;
