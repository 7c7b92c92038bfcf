import { numberOf } from './answered.ts';
import { mark, type Reading } from './reading.ts';
import type { Run } from './runs.ts';
import { textAt } from './words.ts';

/** What names a place within an address: it has an identifier, and contradicts nothing. */
const WITHIN =
  /^(appt|appart|appartement|apt|app|bat|batiment|bt|esc|escalier|etage|etg|porte|pte|lot|entree|ent|hall|bp|cs|tsa|boite|bal|cave|parking|box|local|niveau|interphone|digicode|cage|logement|studio)$/;
const BY_ITSELF = /^(cave|parking|box|hall)$/;
const SIDE = /^(gauche|droite|nord|sud|est|ouest|fond|face|cour)$/;
/** What stands ahead of a house number: « Maison 12 rue des Lilas ». */
const AHEAD = /^(maison|pavillon|terrain|immeuble)$/;
const ALONE = /^(rdc|numero|num|no|nr|sis|sise|situe|situee|adresse)$/;

/** « appt 3 », « bât. B », « 3e étage gauche » */
export function readWithin(reading: Reading): void {
  for (const [at, { text }] of reading.words.entries()) {
    if (reading.roles[at] !== null) continue;
    const isAhead = at === 0 && AHEAD.test(text) && /^\d/.test(textAt(reading.words, 1));
    if (isAhead || ALONE.test(text)) mark(reading, { from: at, to: at + 1 }, 'other');
    const run = WITHIN.test(text) ? withinAt(reading, at) : null;
    if (run !== null) mark(reading, run, 'other');
  }
}

/** The run that begins there with its identifier; null for another word, as « 84400 Apt ». */
function withinAt(reading: Reading, at: number): Run | null {
  const { words, roles } = reading;
  const [text, next] = [textAt(words, at), textAt(words, at + 1)];
  if (isFloorRanked(reading, at)) return { from: at - 1, to: pastSides(reading, at + 1) };
  if (isIdentifier(next) && roles[at + 1] === null) return { from: at, to: pastSides(reading, at + 2) };
  const isWhole = SIDE.test(next) || BY_ITSELF.test(text);
  return isWhole ? { from: at, to: pastSides(reading, at + 1) } : null;
}

/** « 3e étage » */
const isFloorRanked = ({ words, roles }: Reading, at: number): boolean =>
  /^et(age|g)$/.test(textAt(words, at)) && roles[at - 1] === null && typeof words[at - 1]?.ending === 'string';

/** « gauche », and the 2 of « A2 ». */
function pastSides(reading: Reading, from: number): number {
  const { words, roles } = reading;
  let at = from;
  while (roles[at] === null && (SIDE.test(textAt(words, at)) || isGlued(reading, at))) at += 1;
  return at;
}

const isIdentifier = (text: string): boolean => /^([a-z]{1,2}|\d+)$/.test(text);
/** « A2 » */
const isGlued = ({ words }: Reading, at: number): boolean =>
  words[at]?.start === words[at - 1]?.end && isIdentifier(textAt(words, at));

export type Door = { run: Run; number: string };

/** The house number of the text: beside its way, or the only one; null without. */
export function readDoor(reading: Reading, known: string | null): Door | null {
  const doors: Door[] = [];
  for (let at = 0; at < reading.words.length; at += 1) {
    const door = doorAt(reading, at, known);
    if (door === null) continue;
    doors.push(door);
    at = door.run.to - 1;
  }
  const [first, ...others] = doors;
  const start = reading.roles.findIndex((role) => role === 'kind' || role === 'way');
  const beside = doors.find(({ run }) => run.to === start);
  const after = doors.find(({ run }) => run.from === reading.way?.to);
  const door = beside ?? after ?? (others.length === 0 ? first : undefined);
  if (door === undefined) return null;
  mark(reading, door.run, 'number');
  return door;
}

const SUFFIX = /^(bis|ter|quater|quinquies|sexies)$/;

function doorAt(reading: Reading, from: number, known: string | null): Door | null {
  const { words, roles } = reading;
  const isNumber = (at: number): boolean => roles[at] === null && /^\d+$/.test(textAt(words, at));
  if (!isNumber(from)) return null;
  let [to, number] = [from, ''];
  for (const word of words.slice(from)) {
    if (roles[to] !== null) break;
    const isLink = /^(a|au|et)$/.test(word.text) && isNumber(to + 1);
    if (isNumber(to)) number += (to > from ? '-' : '') + word.text + (word.ending ?? '');
    else if (isSuffix(reading, to, { number, known })) number += word.text;
    else if (!isLink) break;
    to += 1;
  }
  return { run: { from, to }, number };
}

/** A letter that may be an article is a suffix before a kind of way, or where the BAN has it. */
function isSuffix(
  { words, roles }: Reading,
  at: number,
  { number, known }: { number: string; known: string | null },
): boolean {
  const [word, before] = [words[at], words[at - 1]];
  if (word === undefined || SUFFIX.test(word.text)) return word !== undefined;
  if (!/^[a-z]$/.test(word.text)) return false;
  const isArticle = /^[ald]$/.test(word.text) && word.start !== before?.end;
  return !isArticle || roles[at + 1] === 'kind' || (known !== null && numberOf(known) === number + word.text);
}
