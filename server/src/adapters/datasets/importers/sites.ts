import { cleanText } from '#adapters/supplier-text.ts';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import { departementOf } from '#domain/geometry/place.ts';
import type { NearbySite } from '#domain/risks/facts.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import { coverageByRows, type Report } from './importer.ts';

/** A site as its source places it: within `withinMetres` of `at` (0 when it is there), or in its commune when null. */
export type SiteRow<S extends NearbySite = NearbySite> = { site: S; at: [number, number] | null; withinMetres: number };

/** The point of a street, or of an address that the source does not give. */
export const STREET_METRES = 500;
/** The point of a square of the map. */
export const KILOMETRE_METRES = 1_000;

/** Columns that name a département by its code, in some files. */
export const DEPARTEMENT = { departement: ['num_dep', 'code_departement'] };

/** The key is the commune's INSEE code: a site without a position belongs to the whole commune. */
export function siteRow(inseeCode: string, value: SiteRow): ReleaseRow {
  const { at, withinMetres } = value;
  return { key: inseeCode, value, ...(at !== null && { site: at, withinMetres }) };
}

type Found = { inseeCode: string; isPlaced: boolean; departement: string };

/**
 * Coverage of a list of sites, gathered while it is read. A site with neither position nor commune may be anywhere in its
 * département, or in France when the file does not name one: no site there is then no « non ».
 */
export function coverageOfSites(report: Report) {
  const departements = new Set<string>();
  const unsure = new Set<string>();
  return {
    /** False for a site that cannot be found, and is left out. */
    add({ inseeCode, isPlaced, departement }: Found): boolean {
      if (inseeCode !== '') departements.add(departementOf(inseeCode));
      if (inseeCode !== '' || isPlaced) return true;
      const code = departement.toUpperCase().padStart(2, '0');
      const isKnown = /^(?:\d\d|2[AB]|97\d)$/.test(code) && code !== '00';
      unsure.add(isKnown ? code : '');
      report.skipped(`site sans commune ni position : aucun « non » ${isKnown ? `dans le ${code}` : 'en France'}`);
      return false;
    },
    table(): CoverageTable {
      if (unsure.has('')) return coverageByRows(new Set());
      const { departements: covered, ...others } = coverageByRows(departements);
      return { ...others, departements: { ...covered, ...partlyIn(unsure) } };
    },
  };
}

const partlyIn = (departements: ReadonlySet<string>): CoverageTable['departements'] =>
  Object.fromEntries([...departements].map((code) => [code, 'partly'] as const));

/** Attributes by lower-case name, clean; empty for a missing one. */
export type Attributes = (...names: string[]) => string;

/** The first of these columns that has a text. */
export function attributesOf(given: Record<string, unknown>): Attributes {
  const texts = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), textOf(value)]));
  return (...names) => names.map((name) => texts.get(name) ?? '').find((text) => text !== '') ?? '';
}

/** @throws DatasetRefusal for a file without one of these columns */
export function requireColumns(file: string, given: Record<string, unknown>, names: readonly string[]): void {
  const known = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const missing = names.find((name) => !known.has(name));
  if (missing !== undefined) throw new DatasetRefusal(`${file} : la colonne « ${missing} » est absente.`);
}

/** A literal pair of quotes is an empty text (SIS of 2019). */
function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? (cleanText(String(value)) ?? '') : '';
  return text === '""' ? '' : text;
}

/** Null for an empty text. */
export const orNull = (text: string): string | null => (text === '' ? null : text);

/** An INSEE code that was saved as a number: 1001 is 01001. */
export const inseeCodeOf = (text: string): string => (text === '' ? '' : text.padStart(5, '0').toUpperCase());

/** Degrees in two columns; null when one is missing, or both are zero. */
export function positionOf(longitude: string, latitude: string): [number, number] | null {
  const [x, y] = [Number(longitude.replace(',', '.')), Number(latitude.replace(',', '.'))];
  return longitude === '' || latitude === '' || !(x || y) || Number.isNaN(x + y) ? null : [x, y];
}
