import { counted, enumeration, frenchNumber } from '#domain/french.ts';

/** Two releases of one dataset are compared by these figures. */
export type Summary = {
  rows: number;
  columns: readonly string[];
  /** Rows by département. */
  departements: Readonly<Record<string, number>>;
};

/**
 * What a release lost against the former one, a French sentence each; `[]` when nothing. A loss may be a truncated
 * download or a renamed column: an operator must decide.
 */
export function lossesOf(former: Summary, next: Summary): string[] {
  const missing = (before: readonly string[], after: readonly string[]) => before.filter((one) => !after.includes(one));
  const departements = missing(codesOf(former), codesOf(next)).toSorted();
  const columns = missing(former.columns, next.columns);
  const lines: string[] = [];
  if (next.rows < former.rows) {
    lines.push(
      `${counted(former.rows - next.rows, 'ligne')} de moins : ${frenchNumber(next.rows)} au lieu de ${frenchNumber(former.rows)}.`,
    );
  }
  if (departements.length > 0) lines.push(`Départements absents : ${enumeration(departements)}.`);
  if (columns.length > 0) lines.push(`Colonnes absentes : ${enumeration(columns)}.`);
  return lines;
}

/** Rows without a département (zones of plans, aerodromes) are counted with the others. */
const codesOf = ({ departements }: Summary): string[] => Object.keys(departements).filter((code) => code !== '');
