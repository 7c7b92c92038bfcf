/** A parcel as deeds and tax papers write it, padded like the cadastre: `000`, `AB` or `0A`, `0123`. */
export type CadastralReference = {
  /** An INSEE code, or as typed: a name, a postcode and a name. */
  commune: string;
  prefixe: string;
  section: string;
  numero: string;
};

/** `mayBeAddress`: the text may also be a road or a post box (« 25390 D 461 », « 44000 BP 12 »). */
export type ReadReference = CadastralReference & { mayBeAddress: boolean };

const INSEE = String.raw`\d[\dAB]\d{3}`;
/** One or two letters; in Alsace and Moselle digits, which only the word « section » distinguishes from a number. */
const LETTERS = '0?[A-Z]|[A-Z]{2}';
const PARCEL = String.raw`(?:(?<prefixe>\d{3}) )?(?:(?<section>${LETTERS}) ?|(?<digits>\d{1,2}) )(?<numero>\d{1,4})`;
const WORDS =
  /\b(PARCELLES?|CADASTRALES?|CADASTREES?|CADASTRE|REFERENCES?|PREFIXE|SECTION|NUMERO|(SUR )?(LA )?COMMUNE( DE| D'?)?)\b/g;

const IDENTIFIER = new RegExp(`^(?<commune>${INSEE})(?<prefixe>\\d{3})(?<section>[0-9A-Z]{2})(?<numero>\\d{4})$`);
const CODE = new RegExp(`^(?<prefixe>\\d{3}) (?<section>[0-9A-Z]{2}) (?<numero>\\d{4}) ?@ ?(?<commune>${INSEE})$`);
const AFTER_CODE = new RegExp(`^(?<commune>${INSEE}) ${PARCEL}$`);
const BEFORE_NAME = new RegExp(`^${PARCEL} (?:A |DE |D[' ])?(?<commune>${INSEE}|(?:\\d{5} )?[A-Z][A-Z' ]+)$`);

/** « 75113 A1 »; characters of a reference in words. Other texts are not read further. */
const SHORTEST = 8;
export const LONGEST = 100;

/** « 25390 D 461 »: five digits may be a postcode, and the rest a road, a post box or an estate. */
const ROAD = /^\d{5} (?:[A-Z]|BP|CS|RD|RN|VC|ZA|ZI) ?\d+$/;
/** « Cergy section AB 123 »; not « Rue de la Section A 12 ». */
const NAME_FIRST =
  /^(?<name>(?:\d{5} )?[A-Z][A-Z' ]*?(?<!\b(?:LA|DE|DU|DES|LES?))) (?<rest>(?:SECTION|PARCELLE|CADASTREE?) .*\d)$/;
/** « parcelle n° 12 section AB ». */
const NUMBER_FIRST = /^PARCELLE (?:CADASTREE )?(?:NUMERO )?(\d{1,4}) (?:DE LA )?SECTION ([0-9A-Z]{1,2})\b/;

/**
 * Reads « 75113 BR 12 », « 13203 000 D 37 », « 95127000AB0123 », « section AB numéro 123 Cergy »; returns null for
 * anything else. Before a name the word « section » or « parcelle » is required: « D 37 Loray » is a road.
 */
export function parseCadastralReference(text: string): ReadReference | null {
  if (!mayBeRead(text)) return null;
  const plain = plainOf(text)
    .replace(NUMBER_FIRST, 'PARCELLE SECTION $2 NUMERO $1')
    .replace(NAME_FIRST, '$<rest> $<name>');
  const { commune, prefixe = '000', section, digits = '', numero = '' } = partsOf(plain);
  if (commune === undefined || (section === undefined && !plain.includes('SECTION'))) return null;
  const mayBeAddress = ROAD.test(plain);
  return {
    commune,
    prefixe,
    section: (section ?? digits).padStart(2, '0'),
    numero: numero.padStart(4, '0'),
    mayBeAddress,
  };
}

const mayBeRead = (text: string): boolean => text.length >= SHORTEST && text.length <= LONGEST && /\d/.test(text);

function partsOf(plain: string): Partial<Record<string, string>> {
  const bare = plain.replaceAll(WORDS, ' ').replaceAll(/ +/g, ' ').trim();
  const byCode = IDENTIFIER.exec(plain) ?? CODE.exec(plain) ?? AFTER_CODE.exec(bare);
  const isNamed = /^(PARCELLE|CADASTRE|REFERENCE|SECTION)/.test(plain);
  return (byCode ?? (isNamed ? BEFORE_NAME.exec(bare) : null))?.groups ?? {};
}

/** In capitals, without accents or ligatures; words are separated by one space. */
function plainOf(text: string): string {
  return (
    text
      // Not the N of « AN°12 ».
      .replaceAll(/\bn ?[°º]/gi, ' ')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toUpperCase()
      .replaceAll('Œ', 'OE')
      .replaceAll(/[^0-9A-Z'@]+/g, ' ')
      .trim()
  );
}
