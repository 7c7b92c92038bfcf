import {
  COMPULSORY_HEADINGS,
  INFORMATIVE_HEADINGS,
  type Heading,
  type InformativeHeading,
} from '@clairisque/contract/common/headings.ts';
import type { Temporal } from 'temporal-polyfill';
import { frenchDate, printable, typeset } from '#domain/french.ts';
import type { Catnat } from '#domain/risks/facts.ts';
import { isOpenReason, type Details, type FindingOf, type Findings } from '#domain/risks/findings.ts';
import { planChanges } from './changes-plans.ts';
import { idOf, isNewlyDoubted, items, level, quoted } from './comparison.ts';
import type { OwnHeading } from './heading.ts';
import { OWN, OWN_HEADINGS } from './headings.ts';

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
  const changes = [...planChanges(before, now), ...COMPARED.flatMap((heading) => changesUnder(heading, before, now))];
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

type Compared = OwnHeading | InformativeHeading;
/** Returns parts of a sentence: « 2 arrêtés en plus ». */
type Comparison<H extends Compared> = (before: Details[H], now: Details[H]) => string[];

const INFORMATIVE: { [H in InformativeHeading]: Comparison<H> } = {
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
const COMPARISONS: { [H in Compared]: Comparison<H> } = {
  ...INFORMATIVE,
  ...(Object.fromEntries(OWN_HEADINGS.map((heading) => [heading, OWN[heading].changes])) as {
    [H in OwnHeading]: Comparison<H>;
  }),
};
const COMPARED: readonly Compared[] = [...OWN_HEADINGS, ...INFORMATIVE_HEADINGS];

function changesUnder<H extends Compared>(heading: H, before: Pick<Findings, H>, now: Pick<Findings, H>): string[] {
  const [was, is]: [FindingOf<H>, FindingOf<H>] = [before[heading], now[heading]];
  if (was.details === null && is.details === null) return [];
  if (is.state === 'not-obtained')
    return [isOpenReason(is.reason) ? `${is.title} : ${is.sentence}` : `${is.title} : donnée non obtenue cette fois.`];
  if (was.details === null) return [`${is.title} : donnée désormais obtenue. ${is.sentence}`];
  const parts = [...stateChange(was, is), ...COMPARISONS[heading](was.details, is.details)];
  if (parts.length === 0 && isNewlyDoubted(was, is)) parts.push('un point est désormais à vérifier');
  return parts.length === 0 ? [] : [`${is.title} : ${parts.join(' ; ')}.`];
}

/** Only these headings are about the property. Sites and arrêtés nearby describe themselves. */
const OF_THE_PROPERTY: ReadonlySet<Heading> = new Set([...COMPULSORY_HEADINGS, 'remontee-de-nappe', 'canalisations']);

type Stated = Pick<FindingOf<Heading>, 'heading' | 'state'>;

function stateChange(was: Stated, is: Stated): string[] {
  if (was.state === is.state || !OF_THE_PROPERTY.has(is.heading)) return [];
  return [is.state === 'concerned' ? 'l’immeuble est désormais concerné' : 'l’immeuble n’est plus concerné'];
}

function decreeKey({ code, commune, hazard, start }: Catnat): string {
  return [code, commune, hazard, start].join('|');
}

function decreeName({ hazard, decree, code }: Catnat): string {
  return `${hazard}, ${decree === null ? code : `arrêté du ${frenchDate(decree)}`}`;
}
