import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { parisDay } from '#lib/dates.ts';
import { departmentOfAddress } from './departments.ts';
import { watchOf, type Watch } from './statement-watch.ts';
import { expiryDay, stateOf, type StatementState } from './statement-state.ts';

/** An item with precomputed filter and sort keys: five thousand rows are filtered at each keystroke. */
export type StatementRow = {
  item: StatementListItem;
  state: StatementState;
  watch: readonly Watch[];
  /** Departments of the parcels, the first parcel's first; empty when unknown. */
  departments: readonly string[];
  /** The communes of the parcels, in the same order. */
  cities: readonly string[];
  /** Days in Paris, `2026-11-20`. */
  createdOn: string | null;
  expiresOn: string | null;
  /** Text searched by the free text and by the city, folded. */
  text: string;
  cityText: string;
};

/** `today` is the day in Paris of the server's response: its `peut_regenerer` is for that day. */
export function toRow(item: StatementListItem, today: string): StatementRow {
  const { id, adresse, commune, departement, destinataires, reference, parcelles = [], autres_communes = [] } = item;
  const city = commune || (adresse.trim().split(/\s+/).at(-1) ?? '');
  return {
    item,
    state: stateOf(item, today),
    watch: watchOf(item, today),
    departments: withoutRepeats([departement || departmentOfAddress(adresse), ...parcelles.map(departmentOfParcel)]),
    cities: withoutRepeats([city, ...autres_communes]),
    createdOn: parisDay(item.date0),
    expiresOn: expiryDay(item),
    text: fold([id, reference, adresse, destinataires, ...parcelles.map(shortParcel), ...autres_communes].join(' ')),
    cityText: fold([city, ...autres_communes].join(' ')),
  };
}

/** Reads the department in a code such as `000-AB-0012@48095`. */
const departmentOfParcel = (code: string): string => code.slice(-5, code.slice(-5).startsWith('97') ? -2 : -3);

const withoutRepeats = (values: (string | null)[]): string[] => [...new Set(values)].filter((value) => value !== null);

/** Lower case, without accents, in plain letters; one apostrophe for all. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[‘’ʻʼ]/g, "'")
    .toLowerCase();
}
