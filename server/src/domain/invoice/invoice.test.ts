import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { COMPANY, CONSUMER, creditNoteOf, invoiceOf, INVOICES, SELLER } from '#test/invoice-input.ts';
import { bespokeOrder, CATALOGUE } from '#domain/credits/catalogue.ts';
import { invoiceDocument } from './document.ts';
import { buyerOf, PLACEHOLDER_SELLER, postalAddress, sellerPlaceholders } from './parties.ts';
import { invoiceNumber } from './invoice.ts';
import type { Invoice } from './invoice.ts';

/** All printed texts, with plain spaces. */
const printed = (invoice: Invoice): string =>
  JSON.stringify(invoiceDocument(invoice)).replaceAll(/[\u00A0\u202F]/gu, ' ');

const EVERY_INVOICE: [string, string[]][] = [
  ['1°, buyer', ['Hélène Le Goff', '12 rue des Fontaines', '25390 Loray']],
  ['1°, seller', ['Clairisque', '8 quai Vauban', '25000 Besançon']],
  [
    '2°, and the registry',
    ['FR44732829320', 'SAS au capital de 10 000 €, RCS Besançon 732 829 320', '732 829 320 00074'],
  ],
  ['6°, 7°, 10°: dates and number', ['F-2026-000123', '20 novembre 2026', 'Date de la prestation']],
  ['8°: what, how many, at what price', ['Pack de 10 crédits', 'Prix unitaire HT', '"1","20,83 €","20 %","20,83 €"']],
  ['11°: VAT and totals', ['Total HT', 'TVA 20 % sur 20,83 €', '4,17 €', 'Total TTC', '25,00 €']],
  [
    'nature and payment',
    ['Nature de l’opération : prestation de services', 'Payée le 20 novembre 2026 par carte bancaire'],
  ],
];
const BETWEEN_BUSINESSES: [string, string[]][] = [
  ['the company', ['Diagnostics & Patrimoine SARL', 'À l’attention de Marc Vidal', 'SIREN : 123 456 782']],
  ['discount', ['Escompte pour paiement anticipé : néant.']],
  ['penalties', ['trois fois le taux d’intérêt légal']],
  ['indemnity', ['Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €']],
];

describe('the mentions of an invoice (art. 242 nonies A de l’annexe II au CGI, L. 441-9 du code de commerce)', () => {
  it.each(EVERY_INVOICE)('for a consumer: %s', (_, mentions) => {
    for (const mention of mentions) expect(printed(invoiceOf(CATALOGUE.PA2))).toContain(mention);
  });

  it.each(BETWEEN_BUSINESSES)('for a business only: %s', (_, mentions) => {
    for (const mention of mentions) {
      expect(printed(invoiceOf(CATALOGUE.PA2, { buyer: COMPANY }))).toContain(mention);
      expect(printed(invoiceOf(CATALOGUE.PA2))).not.toContain(mention);
    }
  });

  it('says when the VAT is due', () => {
    expect(printed(invoiceOf(CATALOGUE.PA2))).toContain('TVA exigible à l’encaissement.');
    const onDebits = invoiceOf(CATALOGUE.PA2, { seller: { ...SELLER, vatOnDebits: true } });
    expect(printed(onDebits)).toContain('Option pour le paiement de la taxe d’après les débits.');
  });

  it('says until when the credits can be used', () => {
    expect(printed(invoiceOf(CATALOGUE.PA2))).toContain('Crédits sans limite de durée.');
    expect(printed(invoiceOf(CATALOGUE.PA5))).toContain('Crédits utilisables jusqu’au 20 décembre 2026 inclus.');
  });

  it('dates an invoice in Paris', () => {
    const night = invoiceOf(CATALOGUE.UN, { issuedAt: Temporal.Instant.from('2026-12-31T23:30:00Z') });
    expect(night.issuedOn).toBe('2027-01-01');
  });
});

describe('a credit note', () => {
  const note = creditNoteOf(invoiceOf(CATALOGUE.PA2), { amountCents: 1750, creditsTaken: 7 });

  it.each([
    'A-2026-000004',
    'Cet avoir corrige la facture F-2026-000123 du 20 novembre 2026. Motif : rétractation (art. L. 221-18 du code de la consommation).',
    'Remboursement partiel : Pack de 10 crédits',
    '7 crédits repris sur le solde.',
    'Remboursé le 27 novembre 2026 sur la carte bancaire du paiement.',
    '17,50 €',
  ])('says: %s', (words) => {
    expect(printed(note)).toContain(words);
  });

  it('never changes its invoice', () => {
    const invoice = invoiceOf(CATALOGUE.PA2);
    const before = structuredClone(invoice);
    creditNoteOf(invoice, { amountCents: 2500, creditsTaken: 10 });
    expect(invoice).toEqual(before);
  });
});

test('an archived invoice is plain JSON, from which the same page and number are made', () => {
  for (const invoice of Object.values(INVOICES)) {
    const archived = JSON.parse(JSON.stringify(invoice)) as Invoice;
    expect(invoiceDocument(archived)).toEqual(invoiceDocument(invoice));
  }
});

describe('amounts', () => {
  const netOfLines = ({ lines }: Invoice): number => lines.reduce((sum, line) => sum + line.netCents, 0);
  const orders = fc.integer({ min: 1, max: 10_000 }).map((quantity) => bespokeOrder({ quantity, months: null }));

  it('of the lines add up to the price without VAT, for any sale', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const invoice = invoiceOf(order);
        expect(netOfLines(invoice)).toBe(invoice.amounts.netCents);
        expect(invoice.amounts.grossCents).toBe(order.amountCents);
      }),
      propertyRuns(),
    );
  });

  it('of partial refunds add up to the invoice, VAT included', () => {
    fc.assert(
      fc.property(orders, fc.double({ min: 0, max: 1, noNaN: true }), (order, share) => {
        const invoice = invoiceOf(order);
        const first = 1 + Math.floor((order.amountCents - 2) * share);
        const notes = [
          creditNoteOf(invoice, { amountCents: first, creditsTaken: 0 }),
          creditNoteOf(invoice, {
            amountCents: order.amountCents - first,
            alreadyRefundedCents: first,
            creditsTaken: 1,
          }),
        ];
        const sum = (key: keyof Invoice['amounts']): number => notes.reduce((total, n) => total + n.amounts[key], 0);
        expect([sum('netCents'), sum('vatCents')]).toEqual([invoice.amounts.netCents, invoice.amounts.vatCents]);
        expect(notes.map(netOfLines)).toEqual(notes.map((note) => note.amounts.netCents));
      }),
      propertyRuns(),
    );
  });

  it.each([0, -1, 751])('refuse to refund %d cents of the 7,50 € that are left', (amountCents) => {
    const refund = { amountCents, alreadyRefundedCents: 1750, creditsTaken: 0 };
    expect(() => creditNoteOf(invoiceOf(CATALOGUE.PA2), refund)).toThrow(RangeError);
  });
});

test.each([
  ['12 rue des Fontaines, 25390 Loray', ['12 rue des Fontaines'], ['25390', 'Loray']],
  ['12  rue des Fontaines 25390 Loray', ['12 rue des Fontaines'], ['25390', 'Loray']],
  ['1 place d’Armes, 97200 Fort-de-France, France', ['1 place d’Armes'], ['97200', 'Fort-de-France']],
  ['25390 Loray', [], ['25390', 'Loray']],
  ['Chemin du 8 mai 1945, 12345', ['Chemin du 8 mai 1945, 12345'], [null, null]],
  ['Rue Haute 5, 1000 Bruxelles', ['Rue Haute 5, 1000 Bruxelles'], [null, null]],
  [' ', [], [null, null]],
])('the address %o', (text, lines, [postcode, city]) => {
  expect(postalAddress(text)).toEqual({ lines, postcode, city, country: 'FR' });
});

describe('a buyer', () => {
  const profile = {
    status: 'PRO' as const,
    firstName: 'Marc',
    lastName: 'Vidal',
    company: 'ACME',
    address: null,
    email: 'marc@example.com',
    siren: '123456782',
  };
  const noPayer = { name: null, address: null };

  it('is the company, for a business', () => {
    expect(buyerOf(profile, noPayer)).toMatchObject({ name: 'ACME', attention: 'Marc Vidal', siren: '123456782' });
  });

  it('is the person otherwise, or the e-mail of an account without a name', () => {
    expect(buyerOf({ ...profile, status: 'PAR' }, noPayer)).toMatchObject({
      name: 'Marc Vidal',
      attention: null,
      siren: null,
    });
    expect(buyerOf({ ...profile, company: null }, noPayer)).toMatchObject({ name: 'Marc Vidal', attention: null });
    const nameless = { ...profile, status: 'PAR' as const, firstName: null, lastName: null };
    expect(buyerOf(nameless, noPayer).name).toBe('marc@example.com');
    expect(invoiceDocument(invoiceOf(CATALOGUE.UN, { buyer: CONSUMER })).buyer.lines).toContain(CONSUMER.email);
  });

  it('has the name and address of the payment page where the profile has none', () => {
    const address = { lines: ['3 rue Haute'], postcode: '25000', city: 'Besançon', country: 'FR' };
    const payer = { name: 'M. Payeur', address };
    const unknown = { ...profile, firstName: null, lastName: null, company: null, address: '' };
    expect(buyerOf(unknown, payer)).toMatchObject(payer);
    expect(buyerOf({ ...profile, address: '5 rue Basse, 25390 Loray' }, payer)).toMatchObject({
      name: 'ACME',
      attention: 'Marc Vidal',
      address: { lines: ['5 rue Basse'], city: 'Loray' },
    });
  });
});

test('a seller with one mention left to fill in is a placeholder', () => {
  expect(sellerPlaceholders(PLACEHOLDER_SELLER)).toContain('siren');
  expect(sellerPlaceholders({ ...SELLER, vatNumber: PLACEHOLDER_SELLER.vatNumber })).toEqual(['vatNumber']);
  expect(sellerPlaceholders(SELLER)).toEqual([]);
});

test('numbers are padded, one series a kind and a year', () => {
  expect([invoiceNumber('invoice', 2026, 1), invoiceNumber('credit_note', 2027, 1_234_567)]).toEqual([
    'F-2026-000001',
    'A-2027-1234567',
  ]);
});
