import { usualAerodrome } from './aerodrome-names.ts';
import type { Temporal } from 'temporal-polyfill';
import { planChanges } from './changes-plans.ts';
import type { Catnat, NoiseZone, RetreatZone } from './facts.ts';
import { COMPULSORY_HEADINGS, type Heading } from '@clairisque/contract/common/headings.ts';
import { isOpenReason, type Details, type FindingOf, type Findings } from './findings.ts';
import { counted, enumeration, frenchDate, printable, typeset } from '#domain/french.ts';

/**
 * Changes since the edition that a renewal replaces, as short French sentences. Both editions are assessed by the rules
 * of today: only differences in the sources' answers count.
 */
export function changesSince(before: { findings: Findings; issuedOn: Temporal.PlainDate }, now: Findings): string[] {
  const changes = changesBetween(before.findings, now);
  return changes.length > 0 ? changes : [typeset(nothingChanged(before.issuedOn))];
}

/** What other answers of the sources change, the plans first; `[]` when nothing. */
export function changesBetween(before: Findings, now: Findings): string[] {
  const changes = [...planChanges(before, now), ...HEADINGS.flatMap((heading) => changesUnder(heading, before, now))];
  return changes.map((sentence) => typeset(printable(sentence)));
}

function nothingChanged(issuedOn: Temporal.PlainDate): string {
  return `Rien n’a changé depuis l’édition du ${frenchDate(issuedOn)} : mêmes zones, mêmes plans, mêmes arrêtés.`;
}

/** Replaces the comparison when the facts of the former edition can no longer be read. */
export function notComparable(issuedOn: Temporal.PlainDate): string {
  return typeset(
    `Les données de l’édition du ${frenchDate(issuedOn)} ne sont plus lisibles : la comparaison n’a pas été faite.`,
  );
}

type Compared = Exclude<Heading, 'pprt' | 'pprn' | 'pprm' | 'ppr-prescrit'>;
/** Returns parts of a sentence: « 2 arrêtés en plus ». */
type Comparison<H extends Compared> = (before: Details[H], now: Details[H]) => string[];

const COMPARISONS: { [H in Compared]: Comparison<H> } = {
  sismicite: level(({ zone }) => `zone ${zone}`),
  radon: level(({ potential }) => `niveau ${potential}`),
  'trait-de-cote': items(({ zones }) => zones, { name: coastlineRetreatName, words: ['zone', 'zones'] }),
  debroussaillement: () => [],
  sis: items(({ sites }) => sites, { key: idOf, name: quoted, words: ['secteur', 'secteurs'] }),
  bruit: items(({ zones }) => zones, { name: noiseName, words: ['zone', 'zones'] }),
  argiles: level(({ exposure }) => `exposition de niveau ${exposure} sur 3`),
  casias: items(({ sites }) => sites, { key: idOf, name: quoted, words: ['site', 'sites'] }),
  icpe: items(({ installations }) => installations, {
    key: idOf,
    name: quoted,
    words: ['installation', 'installations'],
  }),
  cavites: items(({ sites }) => sites, { key: idOf, name: quoted, words: ['cavité', 'cavités'] }),
  'mouvements-de-terrain': items(({ sites }) => sites, { key: idOf, name: quoted, words: ['mouvement', 'mouvements'] }),
  'remontee-de-nappe': () => [],
  canalisations: () => [],
  catnat: items(({ decrees }) => decrees, { key: decreeKey, name: decreeName, words: ['arrêté', 'arrêtés'] }),
};
const HEADINGS = Object.keys(COMPARISONS) as Compared[];

function changesUnder<H extends Compared>(heading: H, before: Pick<Findings, H>, now: Pick<Findings, H>): string[] {
  const [was, is]: [FindingOf<H>, FindingOf<H>] = [before[heading], now[heading]];
  if (was.details === null && is.details === null) return [];
  if (is.state === 'not-obtained')
    return [isOpenReason(is.reason) ? `${is.title} : ${is.sentence}` : `${is.title} : donnée non obtenue cette fois.`];
  if (was.details === null) return [`${is.title} : donnée désormais obtenue. ${is.sentence}`];
  const parts = [...stateChange(was, is), ...COMPARISONS[heading](was.details, is.details)];
  if (parts.length === 0 && is.toVerify && !was.toVerify) parts.push('un point est désormais à vérifier');
  return parts.length === 0 ? [] : [`${is.title} : ${parts.join(' ; ')}.`];
}

/** Only these headings are about the property. Sites and arrêtés nearby describe themselves. */
const OF_THE_PROPERTY: ReadonlySet<Heading> = new Set([...COMPULSORY_HEADINGS, 'remontee-de-nappe', 'canalisations']);

type Stated = Pick<FindingOf<Heading>, 'heading' | 'state'>;

function stateChange(was: Stated, is: Stated): string[] {
  if (was.state === is.state || !OF_THE_PROPERTY.has(is.heading)) return [];
  return [is.state === 'concerned' ? 'l’immeuble est désormais concerné' : 'l’immeuble n’est plus concerné'];
}

function level<D>(textOf: (details: D) => string): (before: D, now: D) => string[] {
  return (before, now) => (textOf(before) === textOf(now) ? [] : [`${textOf(now)} (${textOf(before)} auparavant)`]);
}

/** `key` identifies items, by default their name; `words`: the item, singular and plural. */
type Words<T> = { key?: (item: T) => string; name: (item: T) => string; words: [one: string, many: string] };

function items<D, T>(list: (details: D) => readonly T[], how: Words<T>): (before: D, now: D) => string[] {
  const { name, key = name, words } = how;
  const missingFrom = (others: readonly T[], some: readonly T[]): T[] => {
    const known = new Set(others.map(key));
    return some.filter((item) => !known.has(key(item)));
  };
  const phrase = (found: T[], suffix: string): string[] =>
    found.length === 0 ? [] : [`${counted(found.length, ...words)} ${suffix} (${names(found.map(name))})`];
  return (before, now) => [
    ...phrase(missingFrom(list(before), list(now)), 'en plus'),
    ...phrase(missingFrom(list(now), list(before)), 'en moins'),
  ];
}

const NAMED_AT_MOST = 3;

function names(all: string[]): string {
  if (all.length <= NAMED_AT_MOST) return enumeration(all);
  return enumeration([...all.slice(0, NAMED_AT_MOST), counted(all.length - NAMED_AT_MOST, 'autre')]);
}

const RETREAT_HORIZONS = {
  '0-30': 'horizon de 0 à 30 ans',
  '30-100': 'horizon de 30 à 100 ans',
  unknown: 'horizon non précisé',
};

function coastlineRetreatName({ horizon, provisional }: RetreatZone): string {
  const years = RETREAT_HORIZONS[horizon ?? 'unknown'];
  return provisional ? `${years} à titre provisoire` : years;
}

function noiseName(noise: NoiseZone): string {
  const { zone, decreeDate } = noise;
  const plan = decreeDate === null ? '' : `, plan du ${frenchDate(decreeDate)}`;
  return `zone ${zone} de l’aérodrome ${usualAerodrome(noise)}${plan}`;
}

type Named = { id: string; name: string };

function idOf({ id }: Named): string {
  return id;
}

function quoted({ name }: Named): string {
  return `« ${name} »`;
}

function decreeKey({ code, commune, hazard, start }: Catnat): string {
  return [code, commune, hazard, start].join('|');
}

function decreeName({ hazard, decree, code }: Catnat): string {
  return `${hazard}, ${decree === null ? code : `arrêté du ${frenchDate(decree)}`}`;
}
