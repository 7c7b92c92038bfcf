import type { Commune } from '#territory/communes.ts';
import { communesNamed, communesOfPostcode, partsOf, searchCommunes } from '#territory/commune-search.ts';
import { hash } from '#territory/hash.ts';
import { plainText, plainWords } from '#territory/plain-text.ts';

/** A parsed text. */
export type Asked = {
  /** `8`, `8 bis` */
  number?: string;
  /** The street as typed, in French capitals; empty for a commune only. */
  street: string;
  /** Matching communes, the likeliest first; empty when the text names none. */
  communes: Commune[];
  /** True when the text names a commune by its whole name or by its postal code. */
  communeNamed: boolean;
};

const NUMBER = /^(\d{1,4})\s*(bis|ter|quater|quinquies|[abcd](?=\s))?\b[\s,]*/i;
/** « 12/14 », « 12 et 14 », « 12 à 16 »: the service answers the first number. */
const TO_ANOTHER = /^(?:(?:[-–/&]|(?:et|à|a|au)(?=\s))\s*\d{1,4}\s*(?:bis|ter|quater)?\b[\s,]*)+/i;
/** « bât. B, », « appt 3 »: the service ignores them, at a lower score. */
const WITHIN = /,?\s*\b(?:b[aâ]t|appt|apt|esc)\b\.?\s*\w+\s*,?/giu;
const STREET_WORD =
  /^(rue|avenue|av|boulevard|bd|bvd|chemin|ch|allee|allees|impasse|imp|place|pl|route|rte|cours|quai|passage|square|lieu|residence|villa|sentier|faubourg|hameau|lotissement|zone|za|zi|esplanade|promenade|ruelle|venelle|voie)$/;
const ARTICLE = /^(de|du|des|la|le|les|l|d|aux?|et|en|sur|sous|saint|sainte)$/;
const ABBREVIATIONS: Record<string, string> = {
  av: 'Avenue', bd: 'Boulevard', bvd: 'Boulevard', ch: 'Chemin', imp: 'Impasse', pl: 'Place', rte: 'Route', r: 'Rue',
}; // prettier-ignore
const MAX_NAME_WORDS = 7;

/** Reads « 8 bd du port 95000 cergy » in any of the usual orders: number, street, postal code, commune. */
export function parseAddress(q: string): Asked {
  const text = q.replaceAll(WITHIN, ' ').trim().replaceAll(/\s+/g, ' ');
  const numbered = /^\d{5}\b/.test(text) ? null : NUMBER.exec(text);
  const number = numbered?.[1] && [numbered[1], numbered[2]?.toLowerCase()].filter(Boolean).join(' ');
  const rest = numbered ? text.slice(numbered[0].length).replace(TO_ANOTHER, '') : text;
  const [before = '', postcode, after = ''] = rest.split(/\b(\d{5})\b/);
  const read = postcode ? readWithPostcode(before, postcode, after) : readTail(rest);
  return { ...(number && { number }), ...read, street: titled(read.street) };
}

/** True when the text of a street begins with a kind of street: `rue`, `bd`. */
export function startsAsStreet(street: string): boolean {
  return STREET_WORD.test(plainWords(street)[0] ?? '');
}

type Read = Omit<Asked, 'number'>;

function readWithPostcode(before: string, postcode: string, after: string): Read {
  const all = communesOfPostcode(postcode);
  const named = plainText(after);
  const matching = all.filter(({ name, mother }) => plainText(mother?.name ?? name).startsWith(named));
  // « 95000 rue du Port » : the street may come after the code.
  if (named && matching.length === 0 && !before.trim())
    return { street: after, communes: all, communeNamed: all.length > 0 };
  const tail = readTail(before);
  const known = all.length > 0 ? (matching.length > 0 ? matching : all) : tail.communes;
  const sameName = tail.communes.filter(({ insee }) => all.some((commune) => commune.insee === insee));
  return sameName.length > 0 && tail.street !== before.trim()
    ? { street: tail.street, communes: sameName, communeNamed: true }
    : { street: before, communes: known, communeNamed: all.length > 0 };
}

/** The longest end of the text that is a commune's name, else one that begins a name, after a comma or a street. */
function readTail(text: string): Read {
  const words = text.split(/[\s,]+/).filter(Boolean);
  for (const find of [communesNamed, (name: string) => (plainText(name).length < 3 ? [] : searchCommunes(name))]) {
    for (let from = Math.max(0, words.length - MAX_NAME_WORDS); from < words.length; from += 1) {
      const street = words.slice(0, from).join(' ');
      if (!couldEnd(street)) continue;
      const name = words.slice(from).join(' ');
      // « 12 rue » is not yet the commune of Rue.
      const communes = STREET_WORD.test(plainText(name)) ? [] : find(name);
      if (communes.length > 0)
        return { street, communes: districts(communes, street), communeNamed: find === communesNamed };
    }
  }
  return readHead(words);
}

/** « Lacanau océan », « cergy 8 rue du port »: the commune comes first. */
function readHead(words: string[]): Read {
  for (let to = Math.min(MAX_NAME_WORDS, words.length - 1); to > 0; to -= 1) {
    const communes = startsAsStreet(words[0] ?? '') ? [] : communesNamed(words.slice(0, to).join(' '));
    const street = words.slice(to).join(' ');
    if (communes.length > 0) return { street, communes: districts(communes, street), communeNamed: true };
  }
  return { street: words.join(' '), communes: [], communeNamed: false };
}

/** « rue de » and « rue » are unfinished: what follows names the street, not the commune. */
function couldEnd(street: string): boolean {
  const words = plainWords(street);
  const last = words.at(-1);
  return last === undefined || (words.length > 1 && !ARTICLE.test(last) && !STREET_WORD.test(last));
}

/** An address is in an arrondissement: which one depends on the street alone. */
function districts(communes: Commune[], street: string): Commune[] {
  if (!street) return communes;
  return communes.flatMap((commune) => {
    const parts = partsOf(commune);
    const first = hash(plainText(street)) % parts.length;
    return [...parts.slice(first), ...parts.slice(0, first)].slice(0, 3);
  });
}

/** `boulevard du port` → `Boulevard du Port`; abbreviations of the kind of street in full. */
function titled(street: string): string {
  const words = street
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  return words
    .map((word, i) => {
      const full = i === 0 ? ABBREVIATIONS[plainText(word)] : undefined;
      if (full) return full;
      if (i > 0 && /^(de|du|des|la|le|les|aux?|et|en|sur|sous)$/i.test(word)) return word.toLowerCase();
      return word
        .toLowerCase()
        .replace(
          /^([ld]['’])?(\p{L})/u,
          (_, article: string | undefined, letter: string) => (article ?? '') + letter.toUpperCase(),
        );
    })
    .join(' ');
}
