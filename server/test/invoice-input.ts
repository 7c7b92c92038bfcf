import { Temporal } from 'temporal-polyfill';
import { CATALOGUE, bespokeOrder, type PricedOrder } from '#domain/credits/catalogue.ts';
import { creditsExpireAt } from '#domain/credits/refunds.ts';
import { buyerOf, PLACEHOLDER_SELLER } from '#domain/invoice/parties.ts';
import { issueCreditNote, issueInvoice, type Buyer, type Invoice, type Seller } from '#domain/invoice/invoice.ts';
import { ENDLESS, HOSTILE } from '#test/statement-input.ts';

/** Invoices to print in tests: the usual ones, and the extremes. */

export const SELLER: Seller = {
  name: 'Clairisque',
  legalForm: 'SAS',
  capitalEuros: 10_000,
  siren: '732829320',
  siret: '73282932000074',
  rcsCity: 'Besançon',
  vatNumber: 'FR44732829320',
  address: { lines: ['8 quai Vauban'], postcode: '25000', city: 'Besançon', country: 'FR' },
  email: 'support@clairisque.fr',
  vatOnDebits: false,
};

/** Everything is in the profile. */
const NO_PAYER = { name: null, address: null };

export const CONSUMER: Buyer = buyerOf(
  {
    status: 'PAR',
    firstName: 'Hélène',
    lastName: 'Le Goff',
    company: null,
    address: '12 rue des Fontaines, 25390 Loray',
    email: 'helene.legoff@example.org',
    siren: null,
  },
  NO_PAYER,
);

export const COMPANY: Buyer = buyerOf(
  {
    status: 'PRO',
    firstName: 'Marc',
    lastName: 'Vidal',
    company: 'Diagnostics & Patrimoine SARL',
    address: '3 bis place de la République, 31000 Toulouse',
    email: 'marc.vidal@example.com',
    siren: '123456782',
  },
  NO_PAYER,
);

const PAID_AT = Temporal.Instant.from('2026-11-20T13:05:09Z');

export function invoiceOf(order: PricedOrder, more: Partial<Parameters<typeof issueInvoice>[0]> = {}): Invoice {
  return issueInvoice({
    number: 'F-2026-000123',
    issuedAt: PAID_AT.add({ seconds: 2 }),
    order: {
      ...order,
      id: '0d9f2a64-5f0e-4f6c-9a36-0c1f7f1c2e11',
      paidAt: PAID_AT,
      expiresAt: creditsExpireAt(PAID_AT, order.months),
      paymentReference: 'pi_3QX7aB2eZvKYlo2C1gQ6JmXr',
    },
    seller: SELLER,
    buyer: CONSUMER,
    specimen: false,
    ...more,
  });
}

export function creditNoteOf(
  invoice: Invoice,
  refund: { amountCents: number; creditsTaken: number; alreadyRefundedCents?: number },
): Invoice {
  return issueCreditNote({
    number: 'A-2026-000004',
    issuedAt: Temporal.Instant.from('2026-11-27T09:30:00Z'),
    invoice,
    refund: {
      reason: 'withdrawal',
      alreadyRefundedCents: 0,
      ...refund,
      refundedAt: Temporal.Instant.from('2026-11-27T09:29:58Z'),
      reference: 're_3QX7aB2eZvKYlo2C1mVtqP0a',
    },
  });
}

const company = invoiceOf(bespokeOrder({ quantity: 1250, months: 3 }), { buyer: COMPANY });
const strange: Buyer = { ...COMPANY, name: ENDLESS, attention: HOSTILE, siren: null };

export const INVOICES: Record<string, Invoice> = {
  consumer: invoiceOf(CATALOGUE.PA2),
  company,
  'one-cent-of-VAT': invoiceOf(bespokeOrder({ quantity: 4, months: null })),
  'company-on-debits': invoiceOf(CATALOGUE.PA5, {
    buyer: { ...COMPANY, vatNumber: 'FR73123456782' },
    seller: { ...SELLER, vatOnDebits: true },
  }),
  'credit-note': creditNoteOf(invoiceOf(CATALOGUE.PA2), { amountCents: 1750, creditsTaken: 7 }),
  'company-credit-note': creditNoteOf(company, { amountCents: company.amounts.grossCents, creditsTaken: 1250 }),
  specimen: invoiceOf(CATALOGUE.UN, {
    seller: PLACEHOLDER_SELLER,
    buyer: { ...CONSUMER, address: null },
    specimen: true,
  }),
  strange: invoiceOf(bespokeOrder({ quantity: 10_000, months: null }), { buyer: strange }),
};
