/** A parcel as deeds and tax papers name it, in the cadastre's widths: `000`, `AB` or `0A`, `0123`. */
export type CadastralReference = {
  /** An INSEE code, or as typed: a name, a postcode and a name. */
  commune: string;
  prefixe: string;
  section: string;
  numero: string;
};

const INSEE = String.raw`\d[\dAB]\d{3}`;
/** One or two letters; in Alsace and Moselle digits, which only the word « section » tells from a number. */
const LETTERS = '0?[A-Z]|[A-Z]{2}';
const PARCEL = String.raw`(?:(?<prefixe>\d{3}) )?(?:(?<section>${LETTERS}) ?|(?<digits>\d{1,2}) )(?<numero>\d{1,4})`;
const WORDS = /\b(PARCELLES?|CADASTRALES?|CADASTREES?|CADASTRE|REFERENCES?|PREFIXE|SECTION|NUMERO)\b/g;

const IDENTIFIER = new RegExp(`^(?<commune>${INSEE})(?<prefixe>\\d{3})(?<section>[0-9A-Z]{2})(?<numero>\\d{4})$`);
const CODE = new RegExp(`^(?<prefixe>\\d{3}) (?<section>[0-9A-Z]{2}) (?<numero>\\d{4}) ?@ ?(?<commune>${INSEE})$`);
const AFTER_CODE = new RegExp(`^(?<commune>${INSEE}) ${PARCEL}$`);
const BEFORE_NAME = new RegExp(`^${PARCEL} (?:A |DE |D[' ])?(?<commune>${INSEE}|(?:\\d{5} )?[A-Z][A-Z' ]+)$`);

/**
 * « 75113 BR 12 », « 13203 000 D 37 », « 95127000AB0123 », « section AB numéro 123 Cergy »; null for anything else. Before a
 * name the word « section » or « parcelle » is asked for: « D 37 Loray » is a road.
 */
export function parseCadastralReference(text: string): CadastralReference | null {
  const plain = plainOf(text);
  const { commune, prefixe = '000', section, digits = '', numero = '' } = partsOf(plain);
  if (commune === undefined || (section === undefined && !plain.includes('SECTION'))) return null;
  return { commune, prefixe, section: (section ?? digits).padStart(2, '0'), numero: numero.padStart(4, '0') };
}

function partsOf(plain: string): Partial<Record<string, string>> {
  const bare = plain.replaceAll(WORDS, ' ').replaceAll(/ +/g, ' ').trim();
  const byCode = IDENTIFIER.exec(plain) ?? CODE.exec(plain) ?? AFTER_CODE.exec(bare);
  const isNamed = /^(PARCELLE|CADASTRE|REFERENCE|SECTION)/.test(plain);
  return (byCode ?? (isNamed ? BEFORE_NAME.exec(bare) : null))?.groups ?? {};
}

/** In capitals, without accents nor ligatures; what stands between words is one space. */
function plainOf(text: string): string {
  return text
    .replaceAll(/n ?[°º]/gi, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('Œ', 'OE')
    .replaceAll(/[^0-9A-Z'@]+/g, ' ')
    .trim();
}
