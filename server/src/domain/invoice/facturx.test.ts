import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { createFacturXSchema } from '#test/facturx-schema.ts';
import { COMPANY, creditNoteOf, invoiceOf, INVOICES } from '#test/invoice-input.ts';
import { bespokeOrder, CATALOGUE } from '#domain/credits/catalogue.ts';
import { facturxXml } from './facturx.ts';
import type { Invoice } from './invoice.ts';

/** Texts of the elements of that name, in order: enough for files that we write. */
const texts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'gu'))].map(([, text]) => text ?? '');
const cents = (xml: string, name: string): number[] =>
  texts(xml, name).map((amount) => {
    expect(amount).toMatch(/^\d+\.\d\d$/u);
    return Number(amount.replace('.', ''));
  });
const notes = (xml: string): string[] => texts(xml, 'SubjectCode');

/**
 * These files passed, on 2026-11-21, the XSD and the Schematron of Factur-X 1.09 (profile EN 16931) and the Schematron
 * of EN 16931 for CII without a failed rule; the company's also the French BR-FR-Flux2. When one changes on purpose,
 * validate it again.
 */
test.each(['consumer', 'company-credit-note'])('the validated file: %s', async (name) => {
  await expect(facturxXml(INVOICES[name] as Invoice)).toMatchFileSnapshot(`../../../test/facturx/${name}.xml`);
});

describe('the published schema of Factur-X, profile EN 16931', () => {
  const validate = createFacturXSchema();

  it.each(Object.entries(INVOICES))('accepts: %s', (_, invoice) => {
    expect(() => validate(facturxXml(invoice))).not.toThrow();
  });

  it('refuses a missing or misplaced element', () => {
    const xml = facturxXml(INVOICES['consumer'] as Invoice);
    const currency = '<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>';
    const moved = xml.replace(currency, '').replace('<ram:PaymentReference>', `${currency}<ram:PaymentReference>`);
    expect(() => validate(moved)).toThrow('PaymentReference');
    expect(() => validate(xml.replaceAll('<ram:CountryID>FR</ram:CountryID>', ''))).toThrow('CountryID');
  });
});

describe('the rules of EN 16931', () => {
  const orders = fc.integer({ min: 1, max: 10_000 }).map((quantity) => bespokeOrder({ quantity, months: null }));

  it('on amounts, BR-CO-10 to BR-CO-17, for any sale or refund', () => {
    fc.assert(
      fc.property(orders, fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })), (order, refunded) => {
        const sale = invoiceOf(order);
        const paid = refunded === null ? order.amountCents : Math.ceil(order.amountCents * refunded);
        const xml = facturxXml(refunded === null ? sale : creditNoteOf(sale, { amountCents: paid, creditsTaken: 1 }));
        const [net = 0] = cents(xml, 'TaxBasisTotalAmount');
        const [vat = 0] = cents(xml, 'TaxTotalAmount');
        // Price, sum of the line, sum of the lines, basis of the VAT
        expect([...cents(xml, 'ChargeAmount'), ...cents(xml, 'LineTotalAmount')]).toEqual([net, net, net]);
        expect([cents(xml, 'BasisAmount'), cents(xml, 'CalculatedAmount')]).toEqual([[net], [vat]]);
        expect(cents(xml, 'GrandTotalAmount')).toEqual([net + vat]);
        expect(cents(xml, 'TotalPrepaidAmount')).toEqual([paid]);
        expect(cents(xml, 'DuePayableAmount')).toEqual([0]);
        expect(Math.abs(vat - Math.round(net * 0.2))).toBeLessThanOrEqual(1);
      }),
      propertyRuns(),
    );
  });

  it.each([
    ['consumer', '380', ['REG', 'AAI', 'AAI', 'BAR']],
    ['company', '380', ['REG', 'AAI', 'AAI', 'AAB', 'PMD', 'PMT', 'BAR']],
    ['company-on-debits', '380', ['REG', 'AAI', 'TXD', 'AAB', 'PMD', 'PMT', 'BAR']],
    ['company-credit-note', '381', ['REG', 'AAI', 'AAI', 'ACD', 'AAB', 'PMD', 'PMT', 'BAR']],
    // A business without SIREN: not marked as a domestic electronic invoice
    ['strange', '380', ['REG', 'AAI', 'AAI', 'AAB', 'PMD', 'PMT']],
  ])('on codes: %s is a %s with its notes', (name, type, subjects) => {
    const xml = facturxXml(INVOICES[name] as Invoice);
    expect(texts(xml, 'TypeCode')).toEqual([type, 'VAT', '48', 'VAT']);
    expect(texts(xml, 'CategoryCode')).toEqual(['S', 'S']);
    expect(texts(xml, 'CountryID')).toEqual(['FR', 'FR']);
    expect(texts(xml, 'InvoiceCurrencyCode')).toEqual(['EUR']);
    expect(xml).toContain('unitCode="C62"');
    expect(notes(xml)).toEqual(subjects);
  });

  it('on a credit note: it names its invoice and that day', () => {
    const xml = facturxXml(creditNoteOf(invoiceOf(CATALOGUE.PA2), { amountCents: 500, creditsTaken: 2 }));
    const reference = /<ram:InvoiceReferencedDocument>([^]*)<\/ram:InvoiceReferencedDocument>/u.exec(xml)?.[1] ?? '';
    expect(texts(reference, 'IssuerAssignedID')).toEqual(['F-2026-000123']);
    expect(reference).toContain('<qdt:DateTimeString format="102">20261120</qdt:DateTimeString>');
  });

  it('on electronic addresses: SIREN in the French directory, e-mail without one', () => {
    const addresses = (buyer: Invoice['buyer']): string[] =>
      texts(facturxXml(invoiceOf(CATALOGUE.UN, { buyer })), 'URIID');
    expect(addresses(COMPANY)).toEqual(['732829320', '123456782']);
    expect(addresses({ ...COMPANY, siren: null })).toEqual(['732829320', 'marc.vidal@example.com']);
  });
});

test('a name is text: markup is escaped, characters that XML forbids are removed', () => {
  const name = `A & B <c a="1">'\u0000\u0008\uFFFE\uD800]]>`;
  const [, written = ''] = texts(facturxXml(invoiceOf(CATALOGUE.UN, { buyer: { ...COMPANY, name } })), 'Name').slice(1);
  expect(written).toBe('A &amp; B &lt;c a=&quot;1&quot;&gt;&apos;]]&gt;');
});

test('the same invoice gives the same bytes, archived or not, and no element is empty', () => {
  for (const invoice of Object.values(INVOICES)) {
    const xml = facturxXml(invoice);
    expect(facturxXml(JSON.parse(JSON.stringify(invoice)) as Invoice)).toBe(xml);
    expect(xml).not.toMatch(/<([\w:]+)[^>]*>\s*<\/\1>/u);
  }
});
