import { enumeration } from '#domain/french.ts';
import type { CommuneGrade } from '#domain/risks/facts.ts';

/** Words of the headings whose text classes whole communes. */

/** The texts class the communes of their year; the cadastre does not always name the former one. */
const MIXED = ' Cette commune en réunit d’anciennes de classements différents : le plus élevé est retenu';
/** The owner verifies only where a lower class would change the answer. */
export const mixed = (isMixed: boolean, wouldChange: boolean): string =>
  isMixed ? `${MIXED}${wouldChange ? ', à vérifier en mairie' : ''}.` : '';

/** « Mende : zone 2 ; Badaroux : zone 1. » */
export function eachCommune(communes: CommuneGrade<number>[] | undefined, noun: 'zone' | 'niveau'): string {
  if (communes === undefined) return '';
  return ` ${communes.map(({ name, value }) => `${name} : ${noun} ${value}`).join(' ; ')}.`;
}

const mostExposed = (value: number, communes: CommuneGrade<number>[]): string =>
  enumeration(communes.filter((commune) => commune.value === value).map(({ name }) => name));

export const positionIn = (value: number, communes: CommuneGrade<number>[] | undefined): string =>
  communes === undefined ? 'toute la commune' : `commune entière : ${mostExposed(value, communes)}`;
