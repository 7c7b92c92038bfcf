import type { SortingState } from '@tanstack/react-table';
import { DEPARTMENTS } from './departments.ts';
import { fold, type StatementRow } from './statement-row.ts';
import type { Watch } from './statement-watch.ts';
import type { StatementState } from './statement-state.ts';

/** Days as `2026-11-20`, in Paris, both included. An empty string, an empty list: no limit. */
export type Period = { from: string; to: string };
export type StatementFilters = {
  text: string;
  department: string;
  city: string;
  created: Period;
  expires: Period;
  states: readonly StatementState[];
  watches: readonly Watch[];
};

const ALWAYS: Period = { from: '', to: '' };
export const NO_FILTERS: StatementFilters = {
  text: '',
  department: '',
  city: '',
  created: ALWAYS,
  expires: ALWAYS,
  states: [],
  watches: [],
};

/** Number of active filters, of seven. */
export function countFilters({ text, department, city, created, expires, ...chosen }: StatementFilters): number {
  const given = [text.trim(), department, city.trim(), created.from + created.to, expires.from + expires.to];
  const lists = [chosen.states, chosen.watches];
  return given.filter((value) => value !== '').length + lists.filter(({ length }) => length > 0).length;
}

/**
 * The rows that match every filter, in their order: every word of the free text, part of the city, the others exactly.
 */
export function filterStatements(rows: readonly StatementRow[], filters: StatementFilters): readonly StatementRow[] {
  if (countFilters(filters) === 0) return rows;
  const words = fold(filters.text).split(/\s+/).filter(Boolean);
  const city = fold(filters.city.trim());
  const { department, created, expires, states, watches } = filters;
  return rows.filter(
    (row) =>
      words.every((word) => row.text.includes(word)) &&
      (department === '' || row.departments.includes(department)) &&
      (city === '' || row.cityText.includes(city)) &&
      isWithin(row.createdOn, created) &&
      isWithin(row.expiresOn, expires) &&
      isAmong([row.state], states) &&
      isAmong(row.watch, watches),
  );
}

const isAmong = <Choice>(own: readonly Choice[], wanted: readonly Choice[]): boolean =>
  wanted.length === 0 || own.some((one) => wanted.includes(one));

function isWithin(day: string | null, { from, to }: Period): boolean {
  if (day === null) return from === '' && to === '';
  return (from === '' || day >= from) && (to === '' || day <= to);
}

/** The sortable columns and their keys; references are numbers: 10 comes before 9. */
export const SORT_KEYS = {
  Référence: ({ item }: StatementRow) => item.id,
  'Date de création': ({ item }: StatementRow) => Date.parse(item.date0) || null,
  'Date d’expiration': ({ expiresOn }: StatementRow) => expiresOn,
} as const;
export const DEFAULT_SORTING: SortingState = [{ id: 'Référence', desc: true }];

const FREQUENT_DEPARTMENTS = 5;
const MAX_CITIES = 10;
const MIN_TYPED = 2;

/** The five most frequent, in that order. */
export function frequentDepartments(rows: readonly StatementRow[]): { code: string; count: number }[] {
  return byFrequency(rows.flatMap(({ departments }) => departments))
    .filter(([code]) => DEPARTMENTS.has(code))
    .slice(0, FREQUENT_DEPARTMENTS)
    .map(([code, count]) => ({ code, count }));
}

/** At most ten, the most frequent first; from two characters on, those that contain what is typed. */
export function suggestedCities(rows: readonly StatementRow[], typed: string): string[] {
  const wanted = fold(typed.trim());
  const cities = byFrequency(rows.flatMap(({ cities }) => cities)).map(([city]) => city);
  const found = wanted.length < MIN_TYPED ? cities : cities.filter((city) => fold(city).includes(wanted));
  return found.slice(0, MAX_CITIES);
}

function byFrequency(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, left], [b, right]) => right - left || a.localeCompare(b, 'fr'));
}
