import { departementOf } from '#domain/geometry/place.ts';

/**
 * What a release says about a commune. `covered`: an absent row is a « non ». `partly`: rows may be missing.
 * `not-digitised`: no row proves nothing. `not-applicable`: the subject does not exist there (clay map overseas).
 */
export const COVERAGES = ['covered', 'partly', 'not-digitised', 'not-applicable'] as const;
export type Coverage = (typeof COVERAGES)[number];

/** Coverage of each commune, else of its département, else `elsewhere`. */
export type CoverageTable = {
  elsewhere: Coverage;
  departements: Record<string, Coverage>;
  communes: Record<string, Coverage>;
};

export function coverageOf({ communes, departements, elsewhere }: CoverageTable, inseeCode: string): Coverage {
  return communes[inseeCode] ?? departements[departementOf(inseeCode)] ?? elsewhere;
}

/** Over several communes: the least certain one. */
export function leastCovered(coverages: readonly Coverage[]): Coverage {
  const [only] = coverages;
  if (only !== undefined && coverages.length === 1) return only;
  const order: Coverage[] = ['not-digitised', 'partly', 'not-applicable', 'covered'];
  return order.find((one) => coverages.includes(one)) ?? 'not-digitised';
}

/**
 * Whether a release may answer for a place, or the live service must. A found row is a « oui » wherever the release is
 * read; a « non » needs coverage and a release that is not too old.
 */
export function mayAnswer(asked: { coverage: Coverage; hasRows: boolean; isTooOld: boolean }): boolean {
  if (asked.isTooOld) return false;
  return asked.coverage === 'covered' || (asked.coverage === 'partly' && asked.hasRows);
}
