/** Words of an address, as typed or as the Base adresse nationale writes them. */

export type Word = {
  /** Lower case without accents, or digits: `st`, `12`. */
  text: string;
  /** The number that it is: « huit », « 8 », « 8e », « VIII ». */
  value: number | null;
  /** « 8e » ends in `e`, which may also be the suffix of a house number. */
  ending: string | null;
  /** A comma, a line break or a bracket stands before it. */
  breaks: boolean;
  /** A bracket is open. */
  bracketed: boolean;
  /** A full stop follows: « Ch. », « A. ». */
  isDotted: boolean;
  /** Where it stands in the text. */
  start: number;
  end: number;
};

const WORD = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;
const ORDINAL = /^(\p{N}+)(ere|er|re|ieme|eme|nde|nd|e)(?![\p{L}\p{N}])/iu;
/** « IIIe », « Ier »; « VIE » in capitals is a word. */
const ROMAN_ORDINAL = /^([IVX]{1,5})(er|re|[eè]me|e)(?![\p{L}\p{N}])/u;

/** One writing for what has several. */
const WRITINGS: readonly [RegExp, string][] = [
  // These are letters to `\p{L}`: « lʼÉglise ».
  [/[\u02BB\u02BC]/gu, '’'],
  [/\brez[\s-]+de[\s-]+chauss[ée]e\b/giu, 'RDC'],
  [/\bzone\s+artisanale\b|\bZ\.\s?A\./giu, 'ZA'],
  [/\bzone\s+industrielle\b|\bZ\.\s?I\./giu, 'ZI'],
  [/\bplace\s+de\s+(?:parking|stationnement)\b/giu, 'parking'],
  [/\bN(?:\s?[°º]|o\.?(?=\s?\d))\s?/giu, ' '],
  [/\b(?:route|rte|chemin)\s+d[ée]partementale?\s+(?=\d{1,4}\b)/giu, 'RD '],
  [/\b(?:route|rte)\s+nationale\s+(?=\d{1,4}\b)/giu, 'RN '],
  [/\bchemin\s+rural\s+(?=\d{1,4}\b)/giu, 'CR '],
  [/\b(?:(?:route|rte)\s+)?(?:RD|CD|R\.\s?D\.|C\.\s?D\.)\s*(?=\d{1,4}\b)/giu, 'RD '],
  [/\b(?:(?:route|rte)\s+)?(?:RN|R\.\s?N\.)\s*(?=\d{1,4}\b)/giu, 'RN '],
  // « 45 D7 », « route D7 », but « appartement D7 ».
  [/(?:\b(?:route|rte)\s+|(?<=^(?:\d{1,4},?\s)?))([DN])\s?(?=\d{1,4}\b)/giu, 'R$1 '],
  [/(?<!\p{L})s\s?\/\s?s\s/giu, ' sous '],
  // « sur » or « sous ».
  [/(?<!\p{L})s\s?\/\s?(?=\p{L})|(?<=\p{L}{3})\/(?=\p{L}{3})/giu, ' s '],
];

/** Normalized, so that a word may be sliced out of it. */
export const textOf = (typed: string): string =>
  WRITINGS.reduce((text, [written, one]) => text.replaceAll(written, one), typed.normalize('NFC').trim());

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let [end, depth] = [0, 0];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    if (start < end) continue;
    const between = text.slice(end, start);
    depth += countOf(between, '(') - countOf(between, ')');
    const { length, ...read } = readWord(match[0], text.slice(start, start + 12));
    end = start + length;
    words.push({ ...read, isDotted: text[end] === '.', ...placeOf(between, depth), start, end });
  }
  return joinTens(joinPairs(words));
}

function readWord(found: string, ahead: string): Pick<Word, 'text' | 'value' | 'ending'> & { length: number } {
  const roman = ROMAN_ORDINAL.exec(ahead);
  const [all, stem, ending = null] = roman ?? ORDINAL.exec(bareText(ahead)) ?? [found, found];
  const text = bareText(stem ?? all);
  return { text, value: roman === null ? numberIn(text) : romanValue(text), ending, length: all.length };
}

const placeOf = (between: string, depth: number) => ({ breaks: /[,;\n()]/.test(between), bracketed: depth > 0 });
const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Lower case without accents. */
export const bareText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');

const UNITS = 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ');
const NUMBERS = new Map<string, number>([
  ...UNITS.map((word, rank): [string, number] => [word, rank + 2]),
  ['vingt', 20], ['trente', 30], ['quarante', 40], ['cinquante', 50], ['soixante', 60],
  ['premier', 1], ['premiere', 1], ['deuxieme', 2], ['troisieme', 3], ['quatrieme', 4], ['cinquieme', 5],
  ['sixieme', 6], ['septieme', 7], ['huitieme', 8], ['neuvieme', 9], ['dixieme', 10],
]); // prettier-ignore
const ROMAN = /^(?=..)(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function numberIn(word: string): number | null {
  if (/^\d+$/.test(word)) return Number(word);
  if (ROMAN.test(word)) return romanValue(word);
  return NUMBERS.get(word) ?? null;
}

function romanValue(word: string): number {
  const values = word.split('').map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, rank) => sum + (value < (values[rank + 1] ?? 0) ? -value : value), 0);
}

const PAIRS = new Set([
  'rond point',
  'notre dame',
  'lieu dit',
  'grand rue',
  'grande rue',
  'gde rue',
  'gd rue',
  'gr rue',
]);
const isRank = (one: Word, two: Word): boolean =>
  /^\d+$/.test(one.text) && one.ending === null && /^(er|ere|re|nd|nde|eme|ieme)$/.test(two.text);
const isPostcodeInTwo = (one: Word, two: Word, rank: number): boolean =>
  rank > 0 && /^\d\d$/.test(one.text) && /^\d{3}$/.test(two.text) && two.start - one.end === 1 && !one.breaks;

/** « rond-point », « 35 000 »: two words for one. */
function joinPairs(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let rank = 0; rank < words.length; rank += 1) {
    const [one, two] = [words[rank], words[rank + 1]];
    if (one === undefined) break;
    const pair = two && pairOf(one, two, rank);
    if (pair) rank += 1;
    joined.push(pair ?? one);
  }
  return joined;
}

function pairOf(one: Word, two: Word, rank: number): Word | null {
  if (isRank(one, two)) return { ...one, ending: two.text, end: two.end };
  if (!PAIRS.has(`${one.text} ${two.text}`) && !isPostcodeInTwo(one, two, rank)) return null;
  const text = one.text + two.text;
  return { ...one, text, value: numberIn(text), end: two.end };
}

/** « dix-neuf », « vingt-cinq »: one number, as « 19 » is. */
function joinTens(words: Word[]): Word[] {
  return words.flatMap((word, rank) => {
    const [before, next] = [words[rank - 1], words[rank + 1]];
    if (isTens(before) && isUnit(word)) return [];
    if (!isTens(word) || !isUnit(next)) return [word];
    return [{ ...word, value: (word.value ?? 0) + (next?.value ?? 0), end: next?.end ?? word.end }];
  });
}

const isSpelt = (word: Word | undefined): word is Word => word !== undefined && NUMBERS.has(word.text);
const isTens = (word: Word | undefined): boolean =>
  isSpelt(word) && (word.value ?? 0) >= 10 && (word.value ?? 0) % 10 === 0;
const isUnit = (word: Word | undefined): boolean =>
  (isSpelt(word) && (word.value ?? 0) < 10 && !word.text.endsWith('e')) || word?.text === 'quatre';

/** The text is empty past the ends. */
export const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? '';

/** In full, from the usual abbreviations of addresses; several where one is ambiguous. */
const ABBREVIATIONS: Record<string, string> = {
  r: 'rue', av: 'avenue', ave: 'avenue', aven: 'avenue', bd: 'boulevard', bld: 'boulevard', blvd: 'boulevard',
  bvd: 'boulevard', boul: 'boulevard', pl: 'place', plce: 'place', pce: 'place', ch: 'chemin', che: 'chemin', chem: 'chemin',
  imp: 'impasse', rte: 'route', rt: 'route', all: 'allee', allees: 'allee', sq: 'square', crs: 'cours', fg: 'faubourg',
  fbg: 'faubourg', fbrg: 'faubourg', qu: 'quai', qai: 'quai', res: 'residence', resid: 'residence', lot: 'lotissement',
  lotiss: 'lotissement', pas: 'passage', pass: 'passage', psg: 'passage', sen: 'sentier', sent: 'sentier',
  vla: 'villa', ham: 'hameau', voi: 'voie', rle: 'ruelle', ven: 'venelle', prom: 'promenade', esp: 'esplanade',
  mte: 'montee', tra: 'traverse', trav: 'traverse', rpt: 'rondpoint', dom: 'domaine', qua: 'quartier',
  qrt: 'quartier', quart: 'quartier', chs: 'chaussee', gal: 'general', gral: 'general', gen: 'general',
  mal: 'marechal', mchal: 'marechal', dr: 'docteur', prof: 'professeur', pr: 'professeur', pdt: 'president',
  pres: 'president', col: 'colonel', cdt: 'commandant', cmdt: 'commandant', cne: 'capitaine', capt: 'capitaine',
  cap: 'capitaine', lt: 'lieutenant', sgt: 'sergent', adj: 'adjudant', cal: 'caporal', mgr: 'monseigneur',
  st: 'saint', ste: 'sainte', sts: 'saints', stes: 'saintes', lez: 'les', gd: 'grand', gde: 'grande', gds: 'grands',
  gdes: 'grandes', pt: 'petit', pte: 'petite', pts: 'petits', vx: 'vieux', mt: 'mont', hte: 'haute', ht: 'haut',
  bse: 'basse', mme: 'madame', frs: 'freres', me: 'maitre',
 nd: 'notredame', ld: 'lieudit', grandrue: 'granderue', gderue: 'granderue', gdrue: 'granderue', grrue: 'granderue',
  janv: 'janvier', fev: 'fevrier', fevr: 'fevrier', avr: 'avril', juil: 'juillet', oct: 'octobre', nov: 'novembre',
  dec: 'decembre',
}; // prettier-ignore

export const inFull = (word: string): string => ABBREVIATIONS[word] ?? word;

/** Either may be abbreviated, or be another spelling of the same number. */
export function isSameWord(one: Word, other: Word): boolean {
  if (one.value !== null || other.value !== null) return one.value === other.value;
  const [first, second] = [one.text, other.text];
  return first === second || inFull(first) === second || first === inFull(second) || inFull(first) === inFull(second);
}

const ARTICLES = new Set(['de', 'du', 'des', 'd', 'la', 'le', 'les', 'lez', 'l', 'a', 'au', 'aux', 'et']);
/** « A. Briand » begins with a first name. */
export const isArticle = ({ text, isDotted }: Word): boolean => ARTICLES.has(text) && !(isDotted && text.length === 1);

/** Left out as often as typed: « rue du Maréchal Foch », « rue Foch ». */
const TITLES = new Set(
  'general marechal docteur professeur president colonel commandant capitaine lieutenant sergent adjudant caporal monseigneur amiral abbe cardinal maitre senateur ingenieur'.split(
    ' ',
  ),
);
export const isTitle = ({ text }: Word): boolean => TITLES.has(inFull(text));

const MONTHS = /^(janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)$/;
/** « rue du 8 Mai », of « rue du 8 Mai 1945 ». */
export const isYearAfter = (word: Word, before: Word | undefined): boolean =>
  /^1[789]\d\d$/.test(word.text) && before !== undefined && MONTHS.test(inFull(before.text));

const KINDS = new Set(
  'rue avenue boulevard place chemin impasse route allee square cours faubourg quai residence lotissement passage sentier sente villa cite hameau voie ruelle venelle promenade esplanade mail montee cote traverse rondpoint domaine quartier chaussee parvis clos cour galerie corniche rocade digue terrasse zone za zi zac'.split(
    ' ',
  ),
);
/** The kind of a way that a word is, in full; null for another word. */
export function kindOf({ text }: Word): string | null {
  const full = inFull(text);
  return KINDS.has(full) ? full : null;
}
