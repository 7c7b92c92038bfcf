import { parseCadastralReference } from '@clairisque/contract/common/cadastral-reference.ts';

/** A reference as typed, and the number of its line. */
export type TypedReference = { line: number; text: string };
export type ReadReferenceCode = TypedReference & { code: string };

const IS_INSEE = /^\d[\dAB]\d{3}$/u;
/** In lower case: « ET 12 » is of section ET. */
const SEPARATORS = /[,;\t|]|\bet\b/u;

/**
 * Reads pasted references: one a line, several on a line (« AB 12, AB 14 »), a column or columns of a spreadsheet. A
 * reference without its commune is of `commune` (INSEE code). Nothing is guessed: a text that is not a whole reference
 * is unread.
 */
export function readReferences(text: string, commune: string): { read: ReadReferenceCode[]; unread: TypedReference[] } {
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
function referencesIn(text: string, line: number, commune: string): TypedReference[] {
  if (codeOf(text, commune) !== null) return [{ line, text: text.replaceAll(/\s+/gu, ' ').trim() }];
  const parts = text.split(SEPARATORS).map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => ({ line, text: part }));
}

/** `000-AB-0012@48095`; null unless the text is one whole reference. */
function codeOf(text: string, commune: string): string | null {
  const own = parseCadastralReference(text);
  const reference = own && IS_INSEE.test(own.commune) ? own : parseCadastralReference(`${commune} ${text}`);
  if (reference === null || !IS_INSEE.test(reference.commune) || /^0+$/u.test(reference.numero)) return null;
  return `${reference.prefixe}-${reference.section}-${reference.numero}@${reference.commune}`;
}

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
