import { z } from 'zod';
import { LONGEST, parseCadastralReference } from './cadastral-reference.ts';

/** The parcels of one statement (decision 0083). */
export const MOST_PARCELS = 50;

const CODE = /^\w{3}-\w{2}-\w{4}@\w{5}$/;
/** A reference as users type it: « 0-a-42@95280 », « 95280000AA0042 », « 95280 AA 42 ». */
const SHORT = /^(\d{1,3})-([0-9A-Z]{1,2})-(\d{1,4})@(\d[\dAB]\d{3})$/;

/**
 * The one code of a parcel, however it is written: `000-aa-0042@95280` is `000-AA-0042@95280`. A text that names no
 * parcel and its commune comes back in capitals.
 */
export function canonicalParcelCode(typed: string): string {
  if (typed.length > LONGEST) return typed;
  const text = typed.trim().toUpperCase();
  if (CODE.test(text)) return text;
  const [, prefix, section, number, commune] = SHORT.exec(text) ?? [];
  if (prefix !== undefined && section !== undefined && number !== undefined) {
    return `${prefix.padStart(3, '0')}-${section.padStart(2, '0')}-${number.padStart(4, '0')}@${commune}`;
  }
  const read = parseCadastralReference(text);
  if (read === null || read.mayBeAddress || !/^\d[\dAB]\d{3}$/.test(read.commune)) return text;
  return `${read.prefixe}-${read.section}-${read.numero}@${read.commune}`;
}

/** Canonical codes in their order, each once. */
export const distinctParcelCodes = (codes: readonly string[]): string[] => [...new Set(codes.map(canonicalParcelCode))];

/** `prefixe-section-numero@commune`, canonical. */
export const ParcelCode = z.string().overwrite(canonicalParcelCode).regex(CODE);
/** `prefixe-section-numero`, in capitals. */
export const ParcelReference = z
  .string()
  .toUpperCase()
  .regex(/^\w{3}-\w{2}-\w{4}$/);

const FAULTS = {
  none: 'Choisissez au moins une parcelle.',
  tooMany: `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus.`,
  first: 'La première parcelle de la liste doit être celle de « code_parcelle ».',
};

/** The parcels of a property in their order; one that is given twice is kept once. */
export const ParcelCodes = z
  .array(ParcelCode)
  .overwrite(distinctParcelCodes)
  .min(1, FAULTS.none)
  .max(MOST_PARCELS, FAULTS.tooMany);

/** Codes of parcels in a query, separated by commas. */
export const ParcelCodesInQuery = z
  .string()
  .max(1_000)
  .transform((text) => text.split(','))
  .pipe(ParcelCodes);

type WithParcels = { code_parcelle: string; parcelles?: string[] | undefined };

/** For `superRefine`: the list begins with the parcel that the other fields describe. */
export function beginsWithItsParcel({ code_parcelle, parcelles }: WithParcels, context: z.RefinementCtx): void {
  if (parcelles === undefined || parcelles[0] === code_parcelle) return;
  context.addIssue({ code: 'custom', path: ['parcelles'], message: FAULTS.first });
}

/** « AB 12 », « 812 D 37 » with the prefix of an absorbed commune, of `000-AB-0012@48095`, with or without its commune. */
export function shortParcel(code: string): string {
  const [prefix = '', section = '', number = ''] = (code.split('@')[0] ?? '').split('-');
  const bare = [section, number].map((part) => part.replace(/^0+(?=.)/u, ''));
  return [...(prefix === '000' ? [] : [prefix]), ...bare].join(' ');
}

/** « AB 12 », « AB 12 et 1 autre parcelle », « AB 12 et 3 autres parcelles ». */
export function parcelsLabel(codes: readonly string[]): string {
  const [first = '', ...others] = codes;
  if (others.length === 0) return shortParcel(first);
  return `${shortParcel(first)} et ${others.length} autre${others.length === 1 ? '' : 's'} parcelle${others.length === 1 ? '' : 's'}`;
}
