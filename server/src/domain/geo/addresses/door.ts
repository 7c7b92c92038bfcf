import { numberOf } from './answered.ts';
import { mark, type Reading } from './reading.ts';
import type { Run } from './runs.ts';

/** What names a place within an address: it has an identifier, and contradicts nothing. */
const WITHIN =
  /^(appt|appart|appartement|apt|app|bat|batiment|bt|esc|escalier|etage|etg|porte|pte|lot|entree|ent|hall|bp|cs|tsa|boite|bal|cave|parking|box|local|niveau|interphone|digicode|cage|logement|studio)$/;
const BY_ITSELF = /^(cave|parking|box|hall)$/;
const SIDE = /^(gauche|droite|nord|sud|est|ouest|fond|face|cour)$/;
const ALONE = /^(rdc|numero|num|no|nr|sis|sise|situe|situee|adresse)$/;

/** « appt 3 », « bât. B », « 3e étage gauche » */
export function readWithin(reading: Reading): void {
  const { words, roles } = reading;
  const isFree = (at: number): boolean => roles[at] === null;
  for (const [at, { text }] of words.entries()) {
    if (!isFree(at)) continue;
    if (ALONE.test(text)) mark(reading, { from: at, to: at + 1 }, 'other');
    if (!WITHIN.test(text)) continue;
    let [from, to] = [at, at + 1];
    if (/^et(age|g)$/.test(text) && words[at - 1]?.ending && isFree(at - 1)) from -= 1;
    else if (isIdentifier(words[to]?.text) && isFree(to)) to += 1;
    // « 84400 Apt » is a town.
    else if (!SIDE.test(words[to]?.text ?? '') && !BY_ITSELF.test(text)) continue;
    while (isFree(to) && (SIDE.test(words[to]?.text ?? '') || isGlued(reading, to))) to += 1;
    mark(reading, { from, to }, 'other');
  }
}

const isIdentifier = (text: string | undefined): boolean => text !== undefined && /^([a-z]{1,2}|\d+)$/.test(text);
/** « A2 » */
const isGlued = ({ words }: Reading, at: number): boolean =>
  words[at]?.start === words[at - 1]?.end && isIdentifier(words[at]?.text);

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
  const isNumber = (at: number): boolean => roles[at] === null && /^\d+$/.test(words[at]?.text ?? '');
  if (!isNumber(from)) return null;
  let [to, number] = [from, ''];
  while (roles[to] === null && to < words.length) {
    const word = words[to];
    if (word === undefined) break;
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
