import { correction, LATE_PAYMENT, legalStatus, NATURE, settlement, vatDue } from './mentions.ts';
import type { Buyer, Invoice, InvoiceLine, PostalAddress, Seller } from './invoice.ts';
import { element, optional, xmlDocument } from './xml.ts';
import type { Xml } from './xml.ts';

/** File name required by the standard. */
export const FACTURX_FILE = 'factur-x.xml';

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Code lists: UNTDID 1001 (document), 4461 (card), 2475 (VAT due at payment or at issue), ISO 6523 (SIREN, SIRET, French directory). */
const DOCUMENT = { invoice: '380', credit_note: '381' };
const CARD = '48';
const VAT_DUE_AT = { payment: '72', issue: '5' };
const SIREN = { schemeID: '0002' };
const SIRET = { schemeID: '0009' };
const DIRECTORY = { schemeID: '0225' };
const EMAIL = { schemeID: 'EM' };
/** French business process: services already paid. */
const SERVICES_PAID = 'S2';

/**
 * The invoice or credit note as Cross Industry Invoice D22B, profile EN 16931 of Factur-X 1.0 (version 1.09 of the
 * files). BT and BG numbers are those of EN 16931. Amounts of a credit note are positive: its type gives the sign.
 */
export function facturxXml(invoice: Invoice): string {
  const transaction = element('rsm:SupplyChainTradeTransaction', [
    ...invoice.lines.map((line, index) => lineItem(line, index + 1, invoice.vatRate)),
    agreement(invoice),
    element('ram:ApplicableHeaderTradeDelivery', [
      // BT-72
      element('ram:ActualDeliverySupplyChainEvent', [dateOf('ram:OccurrenceDateTime', invoice.suppliedOn)]),
    ]),
    headerSettlement(invoice),
  ]);
  return xmlDocument(
    element('rsm:CrossIndustryInvoice', [context(), exchangedDocument(invoice), transaction], NAMESPACES),
  );
}

function context(): Xml {
  return element('rsm:ExchangedDocumentContext', [
    // BT-23, BT-24
    element('ram:BusinessProcessSpecifiedDocumentContextParameter', [element('ram:ID', SERVICES_PAID)]),
    element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', 'urn:cen.eu:en16931:2017')]),
  ]);
}

function exchangedDocument(invoice: Invoice): Xml {
  return element('rsm:ExchangedDocument', [
    // BT-1, BT-3, BT-2
    element('ram:ID', invoice.number),
    element('ram:TypeCode', DOCUMENT[invoice.kind]),
    dateOf('ram:IssueDateTime', invoice.issuedOn),
    ...notes(invoice).map(([subject, words]) =>
      element('ram:IncludedNote', [element('ram:Content', words), optional('ram:SubjectCode', subject)]),
    ),
  ]);
}

/** BG-1: subject code of UNTDID 4451 (BT-21) and text (BT-22). Payment notes are required between businesses only. */
function notes(invoice: Invoice): [string | null, string][] {
  const { seller, buyer } = invoice;
  const corrected = correction(invoice);
  const common: [string | null, string][] = [
    ['REG', legalStatus(seller)],
    ['AAI', NATURE],
    [seller.vatOnDebits ? 'TXD' : 'AAI', vatDue(seller)],
    ...(corrected === null ? [] : [['ACD', corrected] as [string, string]]),
  ];
  if (buyer.status === 'PAR') return [...common, ['BAR', 'B2C']];
  const late: [string, string][] = [
    ['AAB', LATE_PAYMENT.discount],
    ['PMD', LATE_PAYMENT.penalties],
    ['PMT', LATE_PAYMENT.indemnity],
  ];
  // A business without a known SIREN cannot be found in the directory: not marked as sent through it.
  return [...common, ...late, ...(buyer.siren === null ? [] : [['BAR', 'B2B'] as [string, string]])];
}

/** BG-25 */
function lineItem(line: InvoiceLine, rank: number, vatRate: number): Xml {
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(rank))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', line.label), optional('ram:Description', line.detail)]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', euros(line.unitNetCents))]),
    ]),
    // C62: one, the unit for anything without a better one (UN/ECE recommendation 20)
    element('ram:SpecifiedLineTradeDelivery', [
      element('ram:BilledQuantity', String(line.quantity), { unitCode: 'C62' }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', 'S'),
        element('ram:RateApplicablePercent', percent(vatRate)),
      ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', euros(line.netCents)),
      ]),
    ]),
  ]);
}

function agreement({ seller, buyer, orderReference }: Invoice): Xml {
  return element('ram:ApplicableHeaderTradeAgreement', [
    sellerParty(seller),
    buyerParty(buyer),
    // BT-14: our reference; the buyer gives none
    element('ram:SellerOrderReferencedDocument', [element('ram:IssuerAssignedID', orderReference)]),
  ]);
}

/** BG-4 */
function sellerParty(seller: Seller): Xml {
  return element('ram:SellerTradeParty', [
    element('ram:GlobalID', seller.siret, SIRET),
    element('ram:Name', seller.name),
    element('ram:Description', legalStatus(seller)),
    element('ram:SpecifiedLegalOrganization', [element('ram:ID', seller.siren, SIREN)]),
    postal(seller.address),
    element('ram:URIUniversalCommunication', [element('ram:URIID', seller.siren, DIRECTORY)]),
    vatRegistration(seller.vatNumber),
  ]);
}

/** BG-7. Without a SIREN the buyer's electronic address is its e-mail. */
function buyerParty(buyer: Buyer): Xml {
  const { siren, attention, vatNumber } = buyer;
  return element('ram:BuyerTradeParty', [
    element('ram:Name', buyer.name),
    siren === null ? null : element('ram:SpecifiedLegalOrganization', [element('ram:ID', siren, SIREN)]),
    attention === null ? null : element('ram:DefinedTradeContact', [element('ram:PersonName', attention)]),
    postal(buyer.address ?? { lines: [], postcode: null, city: null, country: 'FR' }),
    element('ram:URIUniversalCommunication', [
      siren === null ? element('ram:URIID', buyer.email, EMAIL) : element('ram:URIID', siren, DIRECTORY),
    ]),
    vatNumber === null ? null : vatRegistration(vatNumber),
  ]);
}

function postal({ postcode, lines, city, country }: PostalAddress): Xml {
  return element('ram:PostalTradeAddress', [
    optional('ram:PostcodeCode', postcode),
    optional('ram:LineOne', lines[0] ?? null),
    optional('ram:LineTwo', lines[1] ?? null),
    optional('ram:LineThree', lines.slice(2).join(', ')),
    optional('ram:CityName', city),
    element('ram:CountryID', country),
  ]);
}

function vatRegistration(number: string): Xml {
  return element('ram:SpecifiedTaxRegistration', [element('ram:ID', number, { schemeID: 'VA' })]);
}

/** BG-16, BG-23, BT-9, BG-22, BG-3 in the order of the schema. */
function headerSettlement(invoice: Invoice): Xml {
  const { amounts, payment, seller, corrects } = invoice;
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', payment.reference),
    element('ram:InvoiceCurrencyCode', 'EUR'),
    element('ram:SpecifiedTradeSettlementPaymentMeans', [
      element('ram:TypeCode', CARD),
      element('ram:Information', 'Carte bancaire'),
    ]),
    element('ram:ApplicableTradeTax', [
      element('ram:CalculatedAmount', euros(amounts.vatCents)),
      element('ram:TypeCode', 'VAT'),
      element('ram:BasisAmount', euros(amounts.netCents)),
      element('ram:CategoryCode', 'S'),
      element('ram:DueDateTypeCode', seller.vatOnDebits ? VAT_DUE_AT.issue : VAT_DUE_AT.payment),
      element('ram:RateApplicablePercent', percent(invoice.vatRate)),
    ]),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:Description', settlement(invoice)),
      dateOf('ram:DueDateDateTime', payment.on),
    ]),
    monetarySummation(invoice),
    corrects === null
      ? null
      : element('ram:InvoiceReferencedDocument', [
          element('ram:IssuerAssignedID', corrects.number),
          dateOf('ram:FormattedIssueDateTime', corrects.issuedOn, 'qdt:DateTimeString'),
        ]),
  ]);
}

/** BT-106, 109, 110, 112, 113, 115: everything is paid, nothing is due. */
function monetarySummation({ lines, amounts }: Invoice): Xml {
  const sum = lines.reduce((total, line) => total + line.netCents, 0);
  return element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    element('ram:LineTotalAmount', euros(sum)),
    element('ram:TaxBasisTotalAmount', euros(amounts.netCents)),
    element('ram:TaxTotalAmount', euros(amounts.vatCents), { currencyID: 'EUR' }),
    element('ram:GrandTotalAmount', euros(amounts.grossCents)),
    element('ram:TotalPrepaidAmount', euros(amounts.grossCents)),
    element('ram:DuePayableAmount', euros(0)),
  ]);
}

/** `2026-11-20` in format 102 of UNTDID 2379. */
function dateOf(name: string, isoDate: string, type = 'udt:DateTimeString'): Xml {
  return element(name, [element(type, isoDate.replaceAll('-', ''), { format: '102' })]);
}

/** « 1234 » cents as `12.34`, without floats. */
function euros(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const percent = (rate: number): string => rate.toFixed(2);
