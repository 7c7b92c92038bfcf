import { unprintable } from '@clairisque/contract/common/text.ts';
import { z } from 'zod';
import { PLACEHOLDER_SELLER, sellerPlaceholders } from '#domain/invoice/parties.ts';
import type { Seller } from '#domain/invoice/invoice.ts';

/** Obvious placeholders, until the publisher is configured. */
const PLACEHOLDERS = {
  phone: '[téléphone]',
  director: '[directeur de la publication]',
  host: { name: '[hébergeur]', address: '[adresse de l’hébergeur]', phone: '[téléphone de l’hébergeur]' },
  mediator: { name: '[médiateur de la consommation]', address: '[adresse du médiateur]', url: null },
};

/** Printed on invoices and terms. */
const line = z.string().refine((value) => unprintable(value) === null, 'A letter of this text cannot be printed.');
const text = line.min(1);

/** People employed and yearly turnover, which decide whether the law exempts an online shop from accessibility. */
const Size = z.object({ people: z.int().min(0), turnoverEuros: z.number().min(0) });

const SellerFields = z.object({
  name: text,
  legalForm: text,
  capitalEuros: z.number().nullable(),
  siren: z.string().regex(/^\d{9}$/),
  siret: z.string().regex(/^\d{14}$/),
  rcsCity: text,
  vatNumber: z.string().regex(/^FR[\dA-Z]{2}\d{9}$/),
  address: z.object({
    lines: z.array(line),
    postcode: z.string().nullable(),
    city: line.nullable(),
    country: z.string().length(2),
  }),
  email: z.email(),
  vatOnDebits: z.boolean(),
}) satisfies z.ZodType<Seller>;

/** The variable `PUBLISHER`: the seller, as on invoices, and the others that the law requires the site to name. */
export const Publisher = SellerFields.extend({
  phone: text.default(PLACEHOLDERS.phone),
  director: text.default(PLACEHOLDERS.director),
  host: z.object({ name: text, address: text, phone: text }).default(PLACEHOLDERS.host),
  mediator: z.object({ name: text, address: text, url: z.url().nullable() }).default(PLACEHOLDERS.mediator),
  /** Who carries the mails, for the privacy page. */
  mailProvider: text.nullable().default(null),
  /** Null: as of a company that the law exempts. */
  size: Size.nullable().default(null),
});
export type Publisher = z.infer<typeof Publisher>;

export const PLACEHOLDER_PUBLISHER: Publisher = {
  ...PLACEHOLDER_SELLER,
  ...PLACEHOLDERS,
  mailProvider: null,
  size: null,
};

/**
 * Code de la consommation, L412-13 and D412-50: an online shop describes how accessible it is, unless it employs fewer
 * than ten people and its turnover is at most two million euros.
 */
export const owesAccessibility = ({ size }: Pick<Publisher, 'size'>): boolean =>
  size !== null && (size.people >= 10 || size.turnoverEuros > 2_000_000);

/** Fields that are still placeholders. One is enough: such a publisher is refused with real payments. */
export function placeholdersIn(publisher: Publisher): string[] {
  const { phone, director, host, mediator } = publisher;
  const mentions = {
    phone,
    director,
    ...Object.fromEntries(Object.entries(host).map(([name, value]) => [`host.${name}`, value])),
    'mediator.name': mediator.name,
    'mediator.address': mediator.address,
  };
  const left = Object.entries(mentions).flatMap(([name, mention]) => (mention.startsWith('[') ? [name] : []));
  return [...sellerPlaceholders(publisher), ...left];
}

/** The seller as an invoice names and stores it. */
export function sellerOf(publisher: Publisher): Seller {
  return SellerFields.parse(publisher);
}
