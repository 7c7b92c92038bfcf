import { drawnLetters } from '@clairisque/contract/common/letters.ts';
import { Temporal } from 'temporal-polyfill';
import { frenchDate, printable, typeset } from '#domain/french.ts';
import type { Link } from './parts.ts';

/** « 01/03/2026 », or « — » when there is no date. */
export const shortDate = (date: string | null): string => (date === null ? '—' : frenchDate(date.slice(0, 10)));

/** « 01/03/2026 à 14:05 », in Paris. */
export function dateAndTime(instant: Temporal.Instant | string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Paris');
  return `${frenchDate(local.toPlainDate())} à ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

/** One printable string, with no-break spaces, in letters that the fonts draw (`drawnLetters`). */
export function printed(raw: string): string {
  const known = already.get(raw);
  if (known !== undefined) return known;
  const line = breakable(together(typeset(drawn(raw))));
  if (already.size >= MOST_KNOWN) already.clear();
  already.set(raw, line);
  return line;
}

/** Cache: most strings are the same in every statement, and this step is the slowest. */
const already = new Map<string, string>();
const MOST_KNOWN = 4_000;

/** « bloc K », « partie 6 », « article R. 125-24 », « 1er »: no line break between the word and its number. */
const together = (line: string): string =>
  line
    .replaceAll(
      /(?<!\p{L})((?:blocs?|parties?|zones?|niveau|plan|potentiel) (?=(?:[A-L]|\d{1,2})(?![\p{L}\d]))|articles? (?=[LRD]\.))/giu,
      (words) => words.replace(' ', '\u00a0'),
    )
    .replaceAll(/(?<=\d) (?=sur \d)/gu, '\u00a0');

const drawn = (raw: string): string => drawnLetters(printable(raw)).replaceAll(/\s/gu, keepNoBreak);

const keepNoBreak = (space: string): string => (space === '\u00a0' || space === '\u202f' ? space : ' ');

/** A name of 300 letters or a long URL would overflow its column: a run of 27 signs may break every 22. */
function breakable(line: string): string {
  return line.replaceAll(/[^\s\u00a0\u202f-]{27,}/gu, (run) =>
    run.replaceAll(/[/?&=_.@](?=[^\s/]{3})/gu, '$&\u200b').replaceAll(/[^\u200b]{22}(?=[^\u200b])/gu, '$&\u200b'),
  );
}

/** Keys whose strings are identifiers for the template or for the reader's software. */
const NOT_PRINTED = new Set(['href', 'file', 'kind', 'icon', 'state', 'qr', 'family', 'mimeType', 'order']);

/**
 * Applies `said`, then `printed`, to every printed string of a JSON value, so that no field can be forgotten.
 */
export function printedAll<T>(value: T, said: (words: string) => string = (words) => words): T {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return printed(said(inner));
    if (Array.isArray(inner)) return inner.map(walk);
    if (inner === null || typeof inner !== 'object') return inner;
    if (isLink(inner)) return { ...inner, text: drawn(inner.text) };
    const copy: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(inner)) copy[key] = NOT_PRINTED.has(key) ? field : walk(field);
    return copy;
  };
  return walk(value) as T;
}

/** Readers copy a URL: nothing invisible in it. Typst knows where URLs break. */
function isLink(value: object): value is Link {
  return 'href' in value && 'text' in value && Object.keys(value).length === 2;
}
