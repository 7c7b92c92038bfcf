import { PLANNED_FIELDS, PLANNED_NAMES, type PlannedField } from '@clairisque/contract/common/property-columns.ts';
import { z } from 'zod';

/** ISO days; a row of a request may say null. */
type Planned = { [F in PlannedField]?: string | null | undefined };
type PlannedCells = Record<PlannedField, string>;

/** Titles of their columns, without accents. One that only says « acte » or « bail » may hold anything. */
export const PLANNED_TITLES: Record<PlannedField, RegExp> = {
  preliminary_contract:
    /^(date (prevue )?((de |du )?(la )?(promesse|compromis|avant contrat)( de vente)?)( prevue?)?|preliminary contract)$/,
  deed: /^(date (prevue )?(de |d )?(l )?acte( authentique| de vente)?( prevue?)?|deed)$/,
  lease: /^(date (prevue )?(du )?bail( prevue?)?|lease)$/,
};

/** A spreadsheet writes a day in these ways, sometimes with a midnight behind it. */
const A_DAY =
  /^(?:(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})|(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4}))(?:[ T]00:00(?::00)?)?$/;

/** The planned days of a row; empty when nothing is planned. */
export function plannedIn(cells: PlannedCells): Planned | { refusal: string; field: PlannedField } {
  const planned: Planned = {};
  for (const field of PLANNED_FIELDS) {
    const cell = cells[field].trim();
    if (cell === '') continue;
    const day = dayIn(cell);
    if (day === null) return { refusal: notADay(cell, field), field };
    planned[field] = day;
  }
  return planned;
}

const Day = z.iso.date();

/** Null when the calendar has no such day. */
function dayIn(text: string): string | null {
  const { year, month, day, d, m, y } = A_DAY.exec(text)?.groups ?? {};
  const iso = [year ?? y ?? '', (month ?? m ?? '').padStart(2, '0'), (day ?? d ?? '').padStart(2, '0')].join('-');
  return Day.safeParse(iso).success ? iso : null;
}

const notADay = (text: string, field: PlannedField): string =>
  `«\u00A0${text.length > 40 ? `${text.slice(0, 40)}…` : text}\u00A0» n’est pas une date, pour «\u00A0${PLANNED_NAMES[field]}\u00A0»\u00A0: écrivez 12/03/2027 ou 2027-03-12, ou laissez la cellule vide.`;

/** The cells that `plannedIn` would read so. */
export const cellsOfPlanned = ({ preliminary_contract, deed, lease }: Planned): PlannedCells => ({
  preliminary_contract: preliminary_contract ?? '',
  deed: deed ?? '',
  lease: lease ?? '',
});
