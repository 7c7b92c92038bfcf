import { PAGE_ROWS, type TableView } from '#ui/table.tsx';
import { addDays, todayInParis } from '#lib/dates.ts';
import { spaceTab } from '#paths.ts';
import { DEPARTMENTS } from './departments.ts';
import { DEFAULT_SORTING, type Period, type StatementFilters } from './statement-filters.ts';
import { WATCHES, type Watch } from './statement-watch.ts';
import { STATES, type StatementState } from './statement-state.ts';

/** State of the list, in the URL: survives a reload, works with Back, can be shared. */
export type ListView = TableView & { filters: StatementFilters };

const MAX_TEXT = 200;
const MAX_SHOWN = 5_000;
const STATE_WORDS: Readonly<Record<StatementState, string>> = {
  Actif: 'actif',
  Renouvelé: 'renouvele',
  'Expiré < 1an': 'expire-moins-1an',
  'Expiré > 1an': 'expire-plus-1an',
};
const WATCH_WORDS: Readonly<Record<Watch, string>> = { 'À vérifier': 'a-verifier', Changés: 'changes' };
const SORT_WORDS = [
  ['reference', 'Référence'],
  ['creation', 'Date de création'],
  ['expiration', 'Date d’expiration'],
] as const;

/** Ignores values that the page could not have written. */
export function readView(query: URLSearchParams): ListView {
  const text = (name: string): string => (query.get(name) ?? '').slice(0, MAX_TEXT);
  const wanted = text('etat').split(',');
  const watched = text('suivi').split(',');
  const department = text('dept').toUpperCase();
  return {
    filters: {
      text: text('q'),
      department: DEPARTMENTS.has(department) ? department : '',
      city: text('ville'),
      created: readPeriod(query, 'cree'),
      expires: readPeriod(query, 'expire'),
      states: STATES.filter((state) => wanted.includes(STATE_WORDS[state])),
      watches: WATCHES.filter((watch) => watched.includes(WATCH_WORDS[watch])),
    },
    sorting: readSorting(text('tri')),
    shown: readShown(text('lignes')),
  };
}

/** `query` with this view; omits defaults. */
export function writeView(query: URLSearchParams, { filters, sorting, shown }: ListView): URLSearchParams {
  const written: Record<string, string> = {
    q: filters.text,
    dept: filters.department,
    ville: filters.city,
    cree_du: filters.created.from,
    cree_au: filters.created.to,
    expire_du: filters.expires.from,
    expire_au: filters.expires.to,
    etat: filters.states.map((state) => STATE_WORDS[state]).join(','),
    suivi: filters.watches.map((watch) => WATCH_WORDS[watch]).join(','),
    tri: writeSorting(sorting),
    lignes: shown === PAGE_ROWS ? '' : String(shown),
  };
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(written)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** How long before its last day a statement is worth a look. */
const SOON_DAYS = 30;

/** The list of what expires soon or can be renewed, the nearest first. */
export function expiringPath(): string {
  const until = addDays(todayInParis(), SOON_DAYS);
  const states = (['Actif', 'Renouvelé', 'Expiré < 1an'] as const).map((state) => STATE_WORDS[state]).join(',');
  return `${spaceTab('mesERP-tabs-simple')}&expire_au=${until}&etat=${states}&tri=expiration-croissant`;
}

/** The list of what is to be checked before its signature, or again. */
export const toCheckPath = (): string => `${spaceTab('mesERP-tabs-simple')}&suivi=${WATCH_WORDS['À vérifier']}`;

function readPeriod(query: URLSearchParams, name: string): Period {
  return { from: readDay(query.get(`${name}_du`)), to: readDay(query.get(`${name}_au`)) };
}

function readDay(value: string | null): string {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const date = new Date(`${value}T00:00:00Z`);
  // The 30th of February would be read as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : '';
}

function readSorting(value: string): ListView['sorting'] {
  const [word, direction] = value.split('-');
  const [, title] = SORT_WORDS.find(([known]) => known === word) ?? [];
  return title ? [{ id: title, desc: direction !== 'croissant' }] : DEFAULT_SORTING;
}

function writeSorting([sort]: ListView['sorting']): string {
  const [word] = SORT_WORDS.find(([, title]) => title === sort?.id) ?? [];
  const isDefault = word === SORT_WORDS[0][0] && sort?.desc;
  return word && !isDefault ? `${word}${sort?.desc ? '' : '-croissant'}` : '';
}

function readShown(value: string): number {
  const shown = /^\d{1,4}$/.test(value) ? Number(value) : PAGE_ROWS;
  return Math.min(MAX_SHOWN, Math.max(PAGE_ROWS, Math.ceil(shown / PAGE_ROWS) * PAGE_ROWS));
}
