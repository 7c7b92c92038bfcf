import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { parisDay } from '#lib/dates.ts';
import { departmentOfAddress } from './departments.ts';
import { expiryDay, stateOf, type StatementState } from './statement-state.ts';

/** An item with precomputed filter and sort keys: five thousand rows are filtered at each keystroke. */
export type StatementRow = {
  item: StatementListItem;
  state: StatementState;
  department: string | null;
  city: string;
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
    department: departement || departmentOfAddress(adresse),
    city,
    createdOn: parisDay(item.date0),
    expiresOn: expiryDay(item),
    text: fold([id, reference, adresse, destinataires, ...parcelles.map(shortParcel), ...autres_communes].join(' ')),
    cityText: fold([city, ...autres_communes].join(' ')),
  };
}

/** Lower case, without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
