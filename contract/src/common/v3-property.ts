import { z } from 'zod';
import { canonicalParcelCode, MOST_PARCELS } from './parcel-codes.ts';
import { communeNamed, createReader, hasCommune } from './parcel-references.ts';
import { printedText } from './text.ts';

/** A prefix, a section, a number, and the commune unless it is said apart. */
const CODE = /^\w{3}-\w{2}-\w{4}(@\w{5})?$/;
/** Characters of one entry; several references may stand in it. */
const LONGEST = 400;

/** The codes of parcels as written, each once; a text that is no reference stays, in capitals. */
function codesOf(written: readonly string[]): string[] {
  const codes = new Set<string>();
  const codesIn = createReader(MOST_PARCELS);
  for (const text of new Set(written)) {
    // One too many refuses them all: the rest is not read.
    if (codes.size > MOST_PARCELS) break;
    const whole = canonicalParcelCode(text);
    for (const code of (CODE.test(whole) ? null : codesIn(text)) ?? [whole]) codes.add(code);
  }
  return [...codes];
}

const Parcels = z
  .array(printedText(LONGEST).min(1))
  .overwrite(codesOf)
  .min(1)
  .max(MOST_PARCELS)
  .superRefine((codes, context) => {
    for (const [index, code] of codes.entries()) {
      if (CODE.test(code)) continue;
      const message = `«\u00A0${code.slice(0, 40)}\u00A0» n’est pas une référence de parcelle\u00A0: écrivez AB 12 et sa commune, 95280000AB0012 ou 000-AB-0012@95280.`;
      context.addIssue({ code: 'custom', path: [index], message, params: { title: 'This is no parcel.' } });
    }
  });

/** How a request of API v3 names a property. */
export const PROPERTY = {
  parcels: Parcels.optional()
    .describe(
      'All the parcels of the property: 000-AB-0001@95280, 95280000AB0001, or as deeds write them (`AB 1`), with `commune` or an address that ends with its postcode and name.',
    )
    .meta({ examples: [['000-AB-0001@95280']] }),
  commune: printedText(100)
    .min(2)
    .optional()
    .describe('Of parcels written without it: an INSEE code, or a postcode and a name.')
    .meta({ examples: ['95190 Goussainville'] }),
  address: printedText(300)
    .min(1)
    .optional()
    .describe('With its house number and its commune. With parcels or a point, only printed.'),
  point: z
    .strictObject({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) })
    .optional()
    .describe('Degrees, WGS 84: on the property.'),
};

type Named = {
  parcels?: string[] | undefined;
  address?: string | undefined;
  commune?: string | undefined;
  point?: unknown;
};

/** Arguments of `refine`. */
export const NAMES_A_PROPERTY = [
  ({ parcels, address, point }: Named): boolean => (parcels ?? address ?? point) !== undefined,
  {
    message: 'Donnez des parcelles, une adresse ou un point.',
    params: { title: 'Give parcels, an address or a point.' },
  },
] as const;

/** A property whose parcels have their communes. */
export const LOCATES_ITS_PARCELS = [
  // Codes that are none have their own refusal.
  ({ parcels = [], ...named }: Named): boolean =>
    parcels.filter((code) => CODE.test(code)).every(hasCommune) || communeNamed(named) !== undefined,
  {
    path: ['commune'] as string[],
    message: 'Donnez la commune de ces parcelles\u00A0: son code Insee, ou son code postal et son nom.',
    params: { title: 'Give the commune of these parcels.' },
  },
] as const;
