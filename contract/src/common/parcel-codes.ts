import { z } from 'zod';

/** The parcels of one statement (decision 0083). */
export const MOST_PARCELS = 50;

const CODE = /^\w{3}-\w{2}-\w{4}@\w{5}$/;
/** `prefixe-section-numero@commune` */
export const ParcelCode = z.string().regex(CODE);

const FAULTS = {
  none: 'Choisissez au moins une parcelle.',
  tooMany: `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus.`,
  first: 'La première parcelle de la liste doit être celle de « code_parcelle ».',
  repeated: (code: string) => `La parcelle ${shortParcel(code)} figure deux fois.`,
};

/** The parcels of a property, without repeats. */
export const ParcelCodes = z
  .array(ParcelCode)
  .min(1, FAULTS.none)
  .max(MOST_PARCELS, FAULTS.tooMany)
  .superRefine((codes, context) => {
    const repeated = codes.find((code, index) => codes.indexOf(code) !== index);
    if (repeated !== undefined) context.addIssue({ code: 'custom', message: FAULTS.repeated(repeated) });
  });

/** The same in a query: codes separated by commas. */
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

/** All parcels of a property: one where no list is given. */
export const parcelCodesOf = ({ code_parcelle, parcelles }: WithParcels): [string, ...string[]] => {
  const [first = code_parcelle, ...others] = parcelles ?? [];
  return [first, ...others];
};

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
