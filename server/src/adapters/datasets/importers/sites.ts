import { cleanText } from '#adapters/supplier-text.ts';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import { departementOf } from '#domain/geo/place.ts';
import type { NearbySite } from '#domain/risks/facts.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import { coverageByRows } from './importer.ts';

/** A site as its source places it: within `withinMetres` of `at` (0 when it is there), or in its commune when null. */
export type SiteRow<S extends NearbySite = NearbySite> = { site: S; at: [number, number] | null; withinMetres: number };

/** The point of a street, or of an address that the source does not give. */
export const STREET_METRES = 500;
/** The point of a square of the map. */
export const KILOMETRE_METRES = 1_000;

/** The key is the commune's INSEE code: a site without a position belongs to the whole commune. */
export function siteRow(inseeCode: string, value: SiteRow): ReleaseRow {
  const { at, withinMetres } = value;
  return { key: inseeCode, value, ...(at !== null && { site: at, withinMetres }) };
}

/** Coverage of a list of sites, gathered while it is read. */
export function coverageOfSites() {
  const departements = new Set<string>();
  return {
    add: (inseeCode: string): void => void (inseeCode !== '' && departements.add(departementOf(inseeCode))),
    table: (): CoverageTable => coverageByRows(departements),
  };
}

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
