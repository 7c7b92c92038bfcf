import { isArticle, isSameWord, isTitle, isYearAfter, type Word } from './words.ts';

/** Words of a typed text that say a name: from the first to before `to`. */
export type Run = { from: number; to: number };
export type Matching = {
  /** The text is still being typed: words may be begun, and the end of a name left out. */
  isUnfinished: boolean;
};

/** Every place of the text that says that name, articles, titles and abbreviations apart. */
export function runsOf(name: readonly Word[], typed: readonly Word[], matching: Matching): Run[] {
  if (name.every(isArticle)) return name.length === 0 ? [] : exactRuns(name, typed);
  return typed.flatMap((word, from) => {
    const to = isArticle(word) ? null : endOf({ name, typed, matching }, from);
    return to === null ? [] : [{ from, to }];
  });
}

const exactRuns = (name: readonly Word[], typed: readonly Word[]): Run[] =>
  typed.flatMap((_, from) =>
    name.every(({ text }, rank) => typed[from + rank]?.text === text) ? [{ from, to: from + name.length }] : [],
  );

type Pair = { name: readonly Word[]; typed: readonly Word[]; matching: Matching };
/** Read so far of both, and the number of the last articles. */
type Place = { known: number; said: number };

/** Where the run that begins there ends; null when it says another name. */
function endOf(pair: Pair, from: number): number | null {
  const { name, typed, matching } = pair;
  if (isOtherArticle(articlesAhead(name), articlesBefore(typed, from))) return null;
  let place: Place = { known: 0, said: from };
  while (place.known < name.length) {
    const isBegun = place.said > from;
    const at = pastArticles(pair, place);
    if (at.known >= name.length) return exactEnd(pair, place);
    const next = step(pair, at);
    if (next === null) return matching.isUnfinished && isBegun ? place.said : null;
    if (isBegun && isOtherArticle(name.slice(place.known, at.known), typed.slice(place.said, at.said))) return null;
    place = next;
  }
  return place.said === from ? null : pastYear(pair, place.said);
}

/** « 11 novembre 1918 », of « Rue du 11 Novembre ». */
function pastYear({ name, typed }: Pair, said: number): number {
  const next = typed[said];
  return next !== undefined && isYearAfter(next, name.at(-1)) ? said + 1 : said;
}

/** The letter of « Rue A » is no article: it must have been typed. */
function exactEnd({ name, typed }: Pair, { known, said }: Place): number | null {
  const letters = name.slice(known);
  return letters.every(({ text }, rank) => typed[said + rank]?.text === text) ? said + letters.length : null;
}

function pastArticles({ name, typed }: Pair, { known, said }: Place): Place {
  const past = (words: readonly Word[], from: number): number => {
    let at = from;
    while (words[at] !== undefined && isArticle(words[at] as Word)) at += 1;
    return at;
  };
  return { known: past(name, known), said: past(typed, said) };
}

/** « A. », « Ch. », « Alb. »: the beginning of a first name. */
const beginsDotted = (one: Word, other: Word): boolean =>
  other.isDotted && other.text.length <= 4 && one.text.startsWith(other.text);

/** One word of each, or one that either may leave out; null when they differ. */
function step({ name, typed, matching }: Pair, { known, said }: Place): Place | null {
  const [one, other] = [name[known], typed[said]];
  if (one === undefined) return null;
  const isLast = known + 1 >= name.length;
  if (other !== undefined && isSaid(one, other, { ...matching, isLast })) return { known: known + 1, said: said + 1 };
  if (isYearAfter(one, name[known - 1])) {
    return { known: known + 1, said: other?.text === one.text.slice(2) ? said + 1 : said };
  }
  if (other === undefined) return null;
  if (isTitle(one) !== isTitle(other)) return pastTitle(isTitle(other), { known, said }, isLast);
  return asOneWord([one, name[known + 1]], [other, typed[said + 1]], { known, said });
}

function pastTitle(isTyped: boolean, { known, said }: Place, isLast: boolean): Place | null {
  if (isTyped) return { known, said: said + 1 };
  return isLast ? null : { known: known + 1, said };
}

function isSaid(one: Word, other: Word, { isUnfinished, isLast }: Matching & { isLast: boolean }): boolean {
  if (isSameWord(one, other)) return true;
  const isBegun = other.value === null && one.value === null && one.text.startsWith(other.text);
  // « V. Hugo », « Ch. de Gaulle ».
  return isBegun && (isUnfinished || (!isLast && (other.text.length === 1 || beginsDotted(one, other))));
}

/** « Montgriffon », of « Mont Griffon ». */
function asOneWord(
  [one, oneMore]: [Word, Word | undefined],
  [other, otherMore]: [Word, Word | undefined],
  { known, said }: Place,
): Place | null {
  if (oneMore !== undefined && one.text + oneMore.text === other.text) return { known: known + 2, said: said + 1 };
  const isBoth = otherMore !== undefined && other.text + otherMore.text === one.text;
  return isBoth ? { known: known + 1, said: said + 2 } : null;
}

/** « rue du Bois » is not « rue des Bois »; an article left out says nothing. */
function isOtherArticle(known: readonly Word[], said: readonly Word[]): boolean {
  const [one, other] = [isPlural(known), isPlural(said)];
  return one !== null && other !== null && one !== other;
}

function isPlural(articles: readonly Word[]): boolean | null {
  if (articles.some(({ text }) => /^(des|les|aux)$/.test(text))) return true;
  return articles.some(({ text }) => /^(du|la|le|au)$/.test(text)) ? false : null;
}

const articlesAhead = (name: readonly Word[]): readonly Word[] =>
  name.slice(
    0,
    name.findIndex((word) => !isArticle(word)),
  );
const articlesBefore = (typed: readonly Word[], from: number): readonly Word[] =>
  typed.slice(typed.findLastIndex((word, at) => at < from && !isArticle(word)) + 1, from);
