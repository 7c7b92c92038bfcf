import { answeredOf, type Answered } from './answered.ts';
import { readDoor, readWithin, type Door } from './door.ts';
import type { KnownAddress } from './known-address.ts';
import { mark, readText, type Reading } from './reading.ts';
import { runsOf, type Matching, type Run } from './runs.ts';
import { inFull, isArticle, kindOf, textAt, textOf, wordsOf, type Word } from './words.ts';

export type Comparison = {
  /** Sentences without a capital: « numéro 12 bis introuvable : la base connaît 12 »; none when nothing contradicts. */
  differences: string[];
  namesNumber: boolean;
  namesWay: boolean;
  /** The commune is named by its name or its postcode. */
  namesCommune: boolean;
};

const FINISHED: Matching = { isUnfinished: false };

/**
 * What was typed beside what was answered (decision 0042): number, suffix, kind and name of the way, postcode and town.
 * What was not typed contradicts nothing. `isUnfinished`: of a suggestion, whose words are being typed.
 */
export function compareAddress(typed: string, address: KnownAddress, matching = FINISHED): Comparison {
  const text = textOf(typed).slice(0, MOST_CHARACTERS);
  const words = wordsOf(text);
  const answered = answeredOf(address);
  const ways = runsOf(answered.name, words, matching);
  const read = (way: Run | null): Comparison => comparisonOf({ text, words, answered, matching }, way);
  const all = [...ways.map(read), read(null)];
  return all.reduce((best, one) => (one.differences.length < best.differences.length ? one : best));
}

/** Longest address that is compared. */
const MOST_CHARACTERS = 300;

/** True when that answer is what was typed, to the letter of the door and with its commune. */
export function isSureOf(typed: string, address: KnownAddress): boolean {
  return namesPlace(typed, address) && address.kind === 'housenumber' && compareAddress(typed, address).namesCommune;
}

/** True when the text says that house number, or that street without a number, wherever it is. */
export function namesPlace(typed: string, address: KnownAddress): boolean {
  const { differences, namesNumber, namesWay } = compareAddress(typed, address);
  return differences.length === 0 && namesWay && (address.kind !== 'housenumber' || namesNumber);
}

type Pair = { text: string; words: readonly Word[]; answered: Answered; matching: Matching };

function comparisonOf({ text, words, answered, matching }: Pair, way: Run | null): Comparison {
  const reading = readText({ words, answered, matching }, way);
  readWithin(reading);
  const door = readDoor(reading, answered.number);
  readBuilding(reading);
  readOwner(reading, door);
  const said = { text, reading, answered, door };
  const differences = [
    ofNumber(said),
    ofKind(said),
    ofPostcode(said),
    ofArrondissement(said),
    ofPart(said),
    ...ofRest(said),
  ].filter((one) => one !== null);
  const { postcode, townRuns } = reading;
  const namesCommune = townRuns.length > 0 || (postcode !== null && ofPostcode(said) === null);
  return { differences, namesNumber: door !== null, namesWay: namesWay(reading, answered), namesCommune };
}

/** « 12 Rennes 35000 » names the town, not « Rue de Rennes ». */
const namesWay = ({ words, way, kind, townRuns }: Reading, { towns }: Answered): boolean =>
  way !== null &&
  (kind !== null ||
    townRuns.length > 0 ||
    !towns.some((town) => runsOf(town, words, FINISHED).some(({ from, to }) => from === way.from && to === way.to)));

/** « M. et Mme Dupont », « SCI du Parc », ahead of the house number: whose it is says nothing of where it is. */
function readOwner(reading: Reading, door: Door | null): void {
  const { words, roles } = reading;
  const to = door?.run.from ?? 0;
  if (!OWNER.test(textAt(words, 0)) || roles.slice(0, to).some(Boolean)) return;
  const isName = (word: Word): boolean => word.value === null && !WAY.test(inFull(word.text));
  if (words.slice(0, to).every(isName)) mark(reading, { from: 0, to }, 'other');
}

const OWNER = /^(m|mr|mme|mlle|me|monsieur|madame|mademoiselle|sci|sarl|sas|indivision|succession|consorts|epoux)$/;
/** Words that no name of a building or a person contains. */
const WAY = /^(rue|avenue|boulevard|route|impasse|chemin)$/;

const BUILDING =
  /^(residence|res|resid|immeuble|imm|tour|domaine|dom|clos|villa|copropriete|copro|chez|chateau|manoir|camping|centre|cc|zone|za|zi|zac|lotissement|lotiss|parc|hotel|maison|mas|pavillon|chalet|hameau|cite|lieudit|ld)$/;

/** « Résidence les Tilleuls », ahead of the town: it names no other way. */
function readBuilding(reading: Reading): void {
  const { words, roles, townRuns, way } = reading;
  const town = Math.max(-1, ...townRuns.map(({ from }) => from));
  if (way === null) return;
  for (let at = 0; at < town; at += 1) {
    if (!startsBuilding(reading, at)) continue;
    let to = at + 1;
    while (to < town && roles[to] === null && words[to]?.breaks === false && !startsWay(words, to)) to += 1;
    if (to > at + 1) mark(reading, { from: at, to }, 'other');
  }
}

/** « rue des Roses », « 8 allée des Roses », « 8 bis cours Foch »: another address. */
function startsWay(words: readonly Word[], at: number): boolean {
  if (WAY.test(inFull(textAt(words, at)))) return true;
  const next = [words[at + 1], words[at + 2]].filter((word) => word !== undefined);
  return /^\d/.test(textAt(words, at)) && next.some((word) => kindOf(word) !== null);
}

function startsBuilding({ words, roles }: Reading, at: number): boolean {
  if (roles[at] !== null || !BUILDING.test(textAt(words, at))) return false;
  // « 12 cité des Roses, rue des Lilas »: the number is the cité's.
  if (roles[at - 1] === 'number') return false;
  return at === 0 || words[at]?.breaks === true || roles[at - 1] !== null;
}

type Said = { text: string; reading: Reading; answered: Answered; door: Door | null };

const notFound = (said: string, known: string): string => `${said} introuvable\u00A0: la base connaît ${known}`;
const quoted = (words: string): string => `«\u00A0${words.length > 80 ? `${words.slice(0, 80)}…` : words}\u00A0»`;

function ofNumber({ text, reading, answered: { number, way }, door }: Said): string | null {
  if (door === null || way === '' || door.number === number) return null;
  const said = `numéro ${slice(text, reading.words, door.run)}`;
  return number === null ? `${said} introuvable\u00A0: la base ne connaît que la voie` : notFound(said, spaced(number));
}

/** « 12 bis » */
const spaced = (number: string): string => number.replaceAll(/(?<=\d)(?=[a-z]{2})/g, ' ');

function ofKind({ text, reading, answered }: Said): string | null {
  const { kind, way, words } = reading;
  const isPlace = answered.kind === null && kind === 'lieudit';
  if (way === null || kind === answered.kind || isPlace || (kind === null && !saysPlace(reading, way))) return null;
  const from = kind === null ? way.from - 1 : reading.roles.indexOf('kind');
  return notFound(quoted(slice(text, words, { from, to: way.to })), quoted(answered.way));
}

/** « 12 les Lilas » is the place, not « 12 rue des Lilas ». */
const saysPlace = ({ words, roles }: Reading, { from }: Run): boolean =>
  /^(le|la|les)$/.test(textAt(words, from - 1)) && (from === 1 || roles[from - 2] === 'number');

const slice = (text: string, words: readonly Word[], { from, to }: Run): string =>
  text.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0);

function ofPostcode({ reading: { postcode: typed, isCedex, townRuns }, answered }: Said): string | null {
  const { postcode } = answered;
  if (typed === null || postcode === null || isSamePostcode(typed, answered)) return null;
  const isDelivery = isCedex && townRuns.length > 0 && typed.slice(0, 2) === postcode.slice(0, 2);
  return isDelivery ? null : notFound(`code postal ${typed}`, postcode);
}

/** An arrondissement's INSEE code says as much; the sixteenth of Paris has two postcodes. 13210 is Saint-Rémy's. */
function isSamePostcode(typed: string, { postcode, inseeCode, arrondissement }: Answered): boolean {
  const isDistrict = arrondissement !== null && typed === inseeCode && typed !== '13210';
  return typed === postcode || isDistrict || (inseeCode === '75116' && /^75[01]16$/.test(typed));
}

function ofArrondissement({ reading, answered: { arrondissement } }: Said): string | null {
  const typed = reading.arrondissement;
  if (typed === null || arrondissement === null || typed === arrondissement) return null;
  return notFound(`arrondissement ${typed}`, String(arrondissement));
}

const ofPart = ({ reading, answered }: Said): string | null =>
  reading.isItsPart === false ? notFound('cette ancienne commune', quoted(wordsIn(answered.part))) : null;

const wordsIn = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

/** Words that say nothing of the answer. */
function ofRest(said: Said): string[] {
  const { reading, answered } = said;
  const { way, townRuns } = reading;
  const groups = groupsLeft(reading);
  if (groups.length === 0) return [];
  const textIn = (runs: readonly Run[]): string => runs.map((run) => slice(said.text, reading.words, run)).join(' ');
  if (way === null && answered.way !== '') return [notFound(quoted(textIn(groups)), quoted(answered.way))];
  const isTown = ({ from }: Run): boolean => townRuns.length === 0 && (way === null || from >= way.to);
  const [towns, others] = [groups.filter(isTown), groups.filter((run) => !isTown(run))];
  return [
    ...(towns.length > 0 ? [notFound(`commune ${quoted(textIn(towns))}`, quoted(answered.town))] : []),
    ...(others.length > 0 ? [`${quoted(textIn(others))} ne figure pas dans l’adresse que la base connaît`] : []),
  ];
}

/** « 12 rue des Lilas A, 35000 Rennes »: before a number or a break a letter is no article. */
const isLoneLetter = ({ words, roles }: Pick<Reading, 'words' | 'roles'>, at: number): boolean =>
  /^(way|number)$/.test(roles[at - 1] ?? '') &&
  /^[adl]$/.test(textAt(words, at)) &&
  (words[at + 1]?.breaks !== false || /^\d/.test(textAt(words, at + 1)));

/** Groups of words without their first and last articles. */
function groupsLeft({ words, roles }: Reading): Run[] {
  const groups: Run[] = [];
  for (const [at, word] of words.entries()) {
    const last = groups.at(-1);
    if (roles[at] !== null || (isArticle(word) && !isLoneLetter({ words, roles }, at))) continue;
    const isNext =
      last !== undefined &&
      words.slice(last.to, at).every((one, rank) => isArticle(one) && roles[(last?.to ?? 0) + rank] === null);
    if (isNext && last !== undefined) last.to = at + 1;
    else groups.push({ from: at, to: at + 1 });
  }
  return groups;
}
