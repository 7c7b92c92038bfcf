import { answerOf } from '#domain/risks/findings.ts';
import { counted, enumeration } from '#domain/french.ts';

/** What differs between two editions, as parts of a sentence: « 2 arrêtés en plus ». */

export function level<D>(textOf: (details: D) => string): (before: D, now: D) => string[] {
  return (before, now) => (textOf(before) === textOf(now) ? [] : [`${textOf(now)} (${textOf(before)} auparavant)`]);
}

/** `key` identifies items, by default their name; `words`: the item, singular and plural. */
type Words<T> = { key?: (item: T) => string; name: (item: T) => string; words: [one: string, many: string] };

export function items<D, T>(list: (details: D) => readonly T[], how: Words<T>): (before: D, now: D) => string[] {
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

type Named = { id: string; name: string };
export const idOf = ({ id }: Named): string => id;
export const quoted = ({ name }: Named): string => `« ${name} »`;

type Answered = Parameters<typeof answerOf>[0];

/** Its box, or what is left to verify, no longer says what it said. */
export const isNewlyDoubted = (was: Answered, is: Answered): boolean =>
  (is.toVerify && !was.toVerify) || (answerOf(was) !== null && answerOf(is) === null);
