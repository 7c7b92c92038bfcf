import type { Answered } from './answered.ts';
import { runsOf, type Matching, type Run } from './runs.ts';
import { inFull, isArticle, isTitle, kindOf, textAt, type Word } from './words.ts';

/** What each word of a text says of an answer. */
export type Role = 'way' | 'kind' | 'postcode' | 'town' | 'number' | 'other';

/** A text read beside one answer, its way at one place. */
export type Reading = {
  words: readonly Word[];
  roles: (Role | null)[];
  way: Run | null;
  /** Typed, in full; null when none stands before the name of the way. */
  kind: string | null;
  postcode: string | null;
  arrondissement: number | null;
  isCedex: boolean;
  townRuns: Run[];
  /** « (Saint-André-Treize-Voies) » at the end is the former commune of the answer, or another; null without. */
  isItsPart: boolean | null;
};

const free = ({ words, roles }: Reading): number[] => words.flatMap((_, at) => (roles[at] ? [] : [at]));

export function mark({ roles }: Pick<Reading, 'roles'>, { from, to }: Run, role: Role): void {
  for (let at = from; at < to; at += 1) roles[at] = role;
}

/** Reads all but the house number and what is left. */
export function readText(
  { words, answered, matching }: { words: readonly Word[]; answered: Answered; matching: Matching },
  way: Run | null,
): Reading {
  const roles: Reading['roles'] = words.map(() => null);
  const reading: Reading = {
    words, roles, way, kind: null, postcode: null, arrondissement: null, isCedex: false, townRuns: [], isItsPart: null,
  }; // prettier-ignore
  if (way !== null) readKind(reading, way);
  readPostcode(reading, answered);
  readTown(reading, answered, matching);
  readCedex(reading);
  if (answered.arrondissement !== null) readArrondissement(reading);
  readCountry(reading, answered);
  return reading;
}

function readKind(reading: Reading, way: Run): void {
  const { words } = reading;
  mark(reading, way, 'way');
  let at = way.from - 1;
  while (at >= 0 && isArticle(words[at] as Word)) at -= 1;
  if (at >= 0 && isTitle(words[at] as Word)) at -= 1;
  const word = words[at];
  const kind = word && (inFull(word.text) === 'lieudit' ? 'lieudit' : kindOf(word));
  if (!kind) return;
  reading.kind = kind;
  mark(reading, { from: at, to: way.from }, 'kind');
}

const BOXES = /^(bp|cs|tsa)$/;

function readPostcode(reading: Reading, { postcode, number }: Answered): void {
  const { words } = reading;
  const codes = free(reading).filter((at) => /^\d{5}$/.test(textAt(words, at)) && !BOXES.test(textAt(words, at - 1)));
  if (codes.length === 0) readShortPostcode(reading, postcode);
  const isNumber = codes.join() === '0' && textAt(words, 0) === number && number !== postcode;
  const found = codes.find((at) => textAt(words, at) === postcode) ?? codes.at(-1);
  if (found === undefined || isNumber) return;
  reading.postcode = textAt(words, found);
  const repeated = codes.filter((at) => textAt(words, at) === reading.postcode);
  for (const at of repeated) mark(reading, { from: at, to: at + 1 }, 'postcode');
  if (/^(f|fr)$/.test(textAt(words, found - 1))) mark(reading, { from: found - 1, to: found }, 'other');
}

/** « 1000 », of 01000: a spreadsheet took it for a number. */
function readShortPostcode(reading: Reading, postcode: string | null): void {
  const { words, way } = reading;
  const at = free(reading).find((one) => one >= (way?.to ?? 1) && `0${textAt(words, one)}` === postcode);
  if (at === undefined) return;
  reading.postcode = postcode;
  mark(reading, { from: at, to: at + 1 }, 'postcode');
}

function readTown(reading: Reading, { towns, part }: Answered, matching: Matching): void {
  const { words, roles } = reading;
  const isFree = ({ from, to }: Run): boolean => roles.slice(from, to).every((role) => role === null);
  for (const town of towns) {
    for (const run of runsOf(town, words, matching)) {
      if (!isFree(run) || isNumeral(words, run, town)) continue;
      const from = leadingArticles(reading, run.from);
      mark(reading, { from, to: run.to }, 'town');
      reading.townRuns.push({ from, to: run.to });
    }
  }
  const bracket = words.findLastIndex(({ bracketed }) => !bracketed) + 1;
  const isIn = ({ from }: Run): boolean => bracket > 0 && from >= bracket;
  if (reading.townRuns.some(isIn)) reading.isItsPart = runsOf(part, words, matching).some(isIn);
}

/** « 12 », which is not La Douze. */
const isNumeral = (words: readonly Word[], { from, to }: Run, town: readonly Word[]): boolean =>
  to - from === 1 && /^\d+$/.test(words[from]?.text ?? '') && town.every(({ text }) => !/^\d+$/.test(text));

/** « à Rennes », « Le Mans ». */
function leadingArticles({ words, roles }: Reading, from: number): number {
  let at = from;
  while (at > 0 && roles[at - 1] === null && isArticle(words[at - 1] as Word)) at -= 1;
  return at;
}

/** « 35042 Rennes Cedex 9 » */
function readCedex(reading: Reading): void {
  const at = reading.words.findIndex(({ text }, rank) => text === 'cedex' && reading.roles[rank] === null);
  if (at < 0) return;
  reading.isCedex = true;
  const next = reading.words[at + 1];
  const isNumbered = next !== undefined && /^\d{1,2}$/.test(next.text) && reading.roles[at + 1] === null;
  if (isNumbered) reading.arrondissement = next.value;
  mark(reading, { from: at, to: at + (isNumbered ? 2 : 1) }, 'other');
}

/** « Paris 3e », « Lyon 7e arrondissement » */
function readArrondissement(reading: Reading): void {
  for (const { to } of reading.townRuns) {
    const value = rankAt(reading, to);
    if (value === null) continue;
    reading.arrondissement = value;
    const hasName = /^(arrondissement|arrdt|ardt|arr)$/.test(textAt(reading.words, to + 1));
    mark(reading, { from: to, to: to + (hasName ? 2 : 1) }, 'other');
  }
}

/** Null for a house number, which its way follows. */
function rankAt({ words, roles }: Reading, at: number): number | null {
  const word = words[at];
  if (word === undefined || word.value === null || word.value > 20 || roles[at] !== null) return null;
  const startsWay = word.ending === null && /^(way|kind)$/.test(roles[at + 1] ?? '');
  return startsWay ? null : word.value;
}

/** « France », « (35) », « Ille-et-Vilaine »: after the town. */
function readCountry(reading: Reading, { departement, region }: Answered): void {
  const { words, townRuns } = reading;
  if (textAt(words, words.length - 1) === 'france') {
    markFree(reading, { from: words.length - 1, to: words.length });
  }
  if (townRuns.length === 0) return;
  readDepartement(reading, departement);
  const after = Math.max(...townRuns.map(({ to }) => to));
  const runs = region.flatMap((name) => runsOf(name, words, { isUnfinished: false }));
  for (const run of runs) if (run.from >= after) markFree(reading, run);
}

/** « (2A) », « 35 Rennes », « Ajaccio 2A » */
function readDepartement(reading: Reading, departement: string | null): void {
  const { words } = reading;
  for (const at of free(reading)) {
    const isInTwo = words[at + 1]?.start === words[at]?.end;
    const code = textAt(words, at) + (isInTwo ? textAt(words, at + 1) : '');
    const run = { from: at, to: at + (isInTwo ? 2 : 1) };
    if (code.toUpperCase() === departement && isApart(reading, run)) markFree(reading, run);
  }
}

/** True for words in brackets, before the town, or after it at the end. */
function isApart({ words, roles }: Reading, { from, to }: Run): boolean {
  if (words[from]?.bracketed === true || roles[from + 1] === 'town') return true;
  return roles[from - 1] === 'town' && (to >= words.length || roles[to] === 'postcode');
}

function markFree(reading: Reading, run: Run): void {
  if (reading.roles.slice(run.from, run.to).every((role) => role === null)) mark(reading, run, 'other');
}
