import type { Buyer, PostalAddress, Seller } from './invoice.ts';

/** The profile of an account, as the buyer of its next invoice. */
export type BuyerProfile = {
  status: 'PAR' | 'PRO';
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  /** Free text, usually from the address service. */
  address: string | null;
  email: string;
  siren: string | null;
};

/** What the buyer entered on the payment page. */
export type Payer = { name: string | null; address: PostalAddress | null };

/**
 * An invoice must give the buyer's name and address (art. 242 nonies A, 1°): from the profile, else from the payment
 * page; without any name, the e-mail.
 */
export function buyerOf(profile: BuyerProfile, payer: Payer): Buyer {
  const person = [profile.firstName, profile.lastName].filter(Boolean).join(' ') || payer.name;
  const company = profile.status === 'PRO' ? profile.company : null;
  return {
    status: profile.status,
    name: company ?? person ?? profile.email,
    attention: company === null ? null : person,
    address: profile.address ? postalAddress(profile.address) : payer.address,
    email: profile.email,
    siren: profile.status === 'PRO' ? profile.siren : null,
    vatNumber: null,
  };
}

/** « 12 rue des Fontaines, 25390 Loray » or « 12 rue des Fontaines 25390 Loray »; anything else is one line without postcode. */
export function postalAddress(text: string): PostalAddress {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const found = /^(?:(?<street>.*?),? )?(?<postcode>\d{5}) (?<city>\D[^,]*)(?:, ?France)?$/iu.exec(flat)?.groups;
  if (found === undefined) return { lines: flat === '' ? [] : [flat], postcode: null, city: null, country: 'FR' };
  const { street = '', postcode = '', city = '' } = found;
  return { lines: street === '' ? [] : [street], postcode, city, country: 'FR' };
}

/**
 * Placeholder for a publisher that was not configured: obviously fictitious, and well formed so that the files stay
 * readable.
 */
export const PLACEHOLDER_SELLER: Seller = {
  name: '[Éditeur à renseigner]',
  legalForm: '[forme juridique]',
  capitalEuros: null,
  siren: '000000000',
  siret: '00000000000000',
  rcsCity: '[ville du greffe]',
  vatNumber: 'FR00000000000',
  address: { lines: ['[adresse du siège]'], postcode: '00000', city: '[VILLE]', country: 'FR' },
  email: 'support@clairisque.fr',
  vatOnDebits: false,
};

const IDENTITY = ['name', 'legalForm', 'siren', 'siret', 'rcsCity', 'vatNumber'] as const;

/** Fields that are still placeholders. One is enough: such a seller is refused in live mode. */
export function sellerPlaceholders(seller: Seller): string[] {
  const left: string[] = IDENTITY.filter((key) => seller[key] === PLACEHOLDER_SELLER[key]);
  return seller.address.city === PLACEHOLDER_SELLER.address.city ? [...left, 'address.city'] : left;
}
