import { parseCadastralReference } from './cadastral-reference.ts';

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
  for (const typed of text.split(/\r\n|[\r\n]/u).flatMap((line, index) => referencesIn(line, index + 1, commune))) {
    const code = codeOf(typed.text, commune);
    if (code === null) unread.push(typed);
    else read.push({ ...typed, code });
  }
  return { read, unread };
}

/** The columns of a spreadsheet make one reference (« 75113 ⇥ AB ⇥ 12 ») when they read as one. */
function referencesIn(text: string, line: number, commune: string | null): TypedReference[] {
  if (codeOf(text, commune) !== null) return [{ line, text: text.replaceAll(/\s+/gu, ' ').trim() }];
  const parts = text.split(SEPARATORS).map((part) => part.trim());
  const written = parts.filter((part) => part !== '').flatMap((part) => separateIn(part, commune));
  return written.map((part) => ({ line, text: part }));
}

/** References with only spaces between them, when each of them is whole. */
function separateIn(part: string, commune: string | null): string[] {
  const isWhole = (text: string): boolean => codeOf(text, commune) !== null;
  if (isWhole(part)) return [part];
  const ways = [part.split(/\s+/u), part.split(NEXT_SECTION)];
  return ways.find((texts) => texts.every(isWhole)) ?? [part];
}

/** `000-AB-0012@48095`; null unless the text is one whole reference. */
function codeOf(text: string, known: string | null): string | null {
  const commune = known ?? NOWHERE;
  const own = parseCadastralReference(text);
  const reference = own && IS_INSEE.test(own.commune) ? own : parseCadastralReference(`${commune} ${text}`);
  if (reference === null || !IS_INSEE.test(reference.commune) || /^0+$/u.test(reference.numero)) return null;
  const code = `${reference.prefixe}-${reference.section}-${reference.numero}`;
  return reference.commune === NOWHERE ? code : `${code}@${reference.commune}`;
}

/** The postcode and name of a commune at the end of an address: « 95190 Goussainville ». */
const AT_THE_END = /(?<commune>\d{5} \p{L}[\p{L}\d' ’-]+)$/u;

/** What says the commune of parcels that are written without it: `commune`, else the end of the address. */
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
