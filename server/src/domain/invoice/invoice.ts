import { Temporal } from 'temporal-polyfill';
import { counted, longFrenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';

/** `amount / divisor` rounded to the nearest integer, halves up, with integers only: no float error. */
export function halvesUp(amount: number, divisor: number): number {
  return Math.floor((2 * amount + divisor) / (2 * divisor));
}

/** In percent (CGI, articles 278 and following). Prices include it. */
export const VAT_RATE = 20;

/** Whole cents; `netCents + vatCents` is `grossCents`, always. */
export type Amounts = { netCents: number; vatCents: number; grossCents: number };

/**
 * Splits a price with VAT. The price is what was paid and never moves, the price without VAT is rounded to the cent,
 * halves up, and the VAT is the rest. It may differ by one cent from a fifth of the net price (13,23 € is
 * 11,03 € + 2,20 €): EN 16931 (BR-CO-17, BR-S-09) allows less than one unit.
 */
export function vatIncluded(grossCents: number): Amounts {
  const netCents = halvesUp(grossCents * 100, 100 + VAT_RATE);
  return { netCents, vatCents: grossCents - netCents, grossCents };
}

/** Changes with the printed words and the layout; stored with each invoice. */
const INVOICE_TEMPLATE = '2026-11-1';

/** `lines` hold street, building, place; country as ISO 3166 letters. */
export type PostalAddress = { lines: string[]; postcode: string | null; city: string | null; country: string };

/** The publisher, from the configuration. */
export type Seller = {
  name: string;
  /** `SAS` */
  legalForm: string;
  /** Null for a form without capital. */
  capitalEuros: number | null;
  siren: string;
  /** SIRET of the head office. */
  siret: string;
  /** `Paris`: the town of the registry. */
  rcsCity: string;
  vatNumber: string;
  address: PostalAddress;
  email: string;
  /** The seller chose to pay VAT at invoicing instead of at payment: a compulsory mention. */
  vatOnDebits: boolean;
};

/** `PAR` is a consumer, `PRO` a business. */
export type Buyer = {
  status: 'PAR' | 'PRO';
  /** Name of the company or of the person. */
  name: string;
  /** The person who ordered for the company. */
  attention: string | null;
  address: PostalAddress | null;
  email: string;
  siren: string | null;
  vatNumber: string | null;
};

/** Prices without VAT; `unitNetCents × quantity` is `netCents`. */
export type InvoiceLine = { label: string; detail: string; quantity: number; unitNetCents: number; netCents: number };

type Payment = {
  /** Day in Paris, `2026-11-20`: when the card was charged or refunded. */
  on: string;
  /** Reference of the payment provider, at most 140 characters. */
  reference: string;
};

/** Content of an invoice or a credit note, as archived; JSON-serialisable. Amounts are positive in both. */
export type Invoice = {
  kind: 'invoice' | 'credit_note';
  /** `F-2026-000123`, `A-2026-000004` */
  number: string;
  issuedAt: string;
  /** Days in Paris. */
  issuedOn: string;
  suppliedOn: string;
  seller: Seller;
  buyer: Buyer;
  orderReference: string;
  lines: InvoiceLine[];
  vatRate: number;
  amounts: Amounts;
  payment: Payment;
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issuedOn: string; reason: RefundReason } | null;
  specimen: boolean;
  templateVersion: string;
};

export type InvoicedOrder = {
  /** `purchase_order.id` */
  id: string;
  label: string;
  amountCents: number;
  paidAt: Temporal.Instant;
  expiresAt: Temporal.Instant | null;
  paymentReference: string;
};

type Issue = { number: string; issuedAt: Temporal.Instant };

/** Chronological, gap-free, one series per year and kind (art. 242 nonies A, 7° of annexe II to the CGI). */
export function invoiceNumber(kind: Invoice['kind'], year: number, rank: number): string {
  return `${kind === 'invoice' ? 'F' : 'A'}-${year}-${String(rank).padStart(6, '0')}`;
}

/** The invoice of a paid order: credits are delivered at once, when it is paid. */
export function issueInvoice(
  issue: Issue & { order: InvoicedOrder; seller: Seller; buyer: Buyer; specimen: boolean },
): Invoice {
  const { number, issuedAt, order, seller, buyer, specimen } = issue;
  const amounts = vatIncluded(order.amountCents);
  const paidOn = parisDate(order.paidAt).toString();
  return {
    kind: 'invoice',
    number,
    issuedAt: issuedAt.toString(),
    issuedOn: parisDate(issuedAt).toString(),
    suppliedOn: paidOn,
    seller,
    buyer,
    orderReference: order.id,
    lines: [soldLine(order, amounts.netCents)],
    vatRate: VAT_RATE,
    amounts,
    payment: { on: paidOn, reference: order.paymentReference },
    corrects: null,
    specimen,
    templateVersion: INVOICE_TEMPLATE,
  };
}

/** The line sells one pack: a unit price per credit would rarely be whole cents, and the lines would not add up. */
function soldLine(order: InvoicedOrder, netCents: number): InvoiceLine {
  const use = 'Un crédit donne un état des risques (ERP) avec l’état des nuisances sonores aériennes (ENSA).';
  const until =
    order.expiresAt === null
      ? 'Crédits sans limite de durée.'
      : `Crédits utilisables jusqu’au ${longFrenchDate(parisDate(order.expiresAt))} inclus.`;
  return { label: order.label, detail: `${use} ${until}`, quantity: 1, unitNetCents: netCents, netCents };
}

export type RefundReason = 'refund' | 'dispute' | 'withdrawal';
export type Refund = {
  reason: RefundReason;
  /** Amount with VAT. */
  amountCents: number;
  /** Total of the earlier credit notes of this invoice. */
  alreadyRefundedCents: number;
  creditsTaken: number;
  refundedAt: Temporal.Instant;
  reference: string;
};

/**
 * The credit note of a full or partial refund; names the invoice, which never changes. Throws a RangeError when more
 * would be refunded than was invoiced.
 */
export function issueCreditNote(issue: Issue & { invoice: Invoice; refund: Refund }): Invoice {
  const { number, issuedAt, invoice, refund } = issue;
  const amounts = refundedAmounts(invoice, refund);
  const refundedOn = parisDate(refund.refundedAt).toString();
  return {
    ...invoice,
    kind: 'credit_note',
    number,
    issuedAt: issuedAt.toString(),
    issuedOn: parisDate(issuedAt).toString(),
    suppliedOn: refundedOn,
    lines: [refundedLine(invoice, refund, amounts.netCents)],
    amounts,
    payment: { on: refundedOn, reference: refund.reference },
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn, reason: refund.reason },
    templateVersion: INVOICE_TEMPLATE,
  };
}

/** Difference from the cumulated refund: partial refunds rounded one by one would not add up to the invoice's VAT. */
function refundedAmounts(invoice: Invoice, { amountCents, alreadyRefundedCents }: Refund): Amounts {
  const before = vatIncluded(alreadyRefundedCents);
  const after = vatIncluded(alreadyRefundedCents + amountCents);
  if (amountCents <= 0 || after.grossCents > invoice.amounts.grossCents) {
    throw new RangeError(`cannot refund ${amountCents} cents of invoice ${invoice.number}`);
  }
  return {
    netCents: after.netCents - before.netCents,
    vatCents: after.vatCents - before.vatCents,
    grossCents: amountCents,
  };
}

function refundedLine(invoice: Invoice, refund: Refund, netCents: number): InvoiceLine {
  const what = invoice.lines.map((line) => line.label).join(', ');
  const whole = refund.amountCents === invoice.amounts.grossCents ? 'Remboursement' : 'Remboursement partiel';
  const taken = counted(refund.creditsTaken, 'crédit repris', 'crédits repris');
  return {
    label: `${whole} : ${what}`,
    detail: `${taken} sur le solde.`,
    quantity: 1,
    unitNetCents: netCents,
    netCents,
  };
}

/** Ten years from the end of the financial year (L123-22 du code de commerce), which ends within the year of an invoice. */
const KEPT_YEARS = 11;

/**
 * Invoices and orders before this instant may be deleted. On 29 February, computed from the 28th, as PostgreSQL does.
 */
export function endOfKeeping(now: Date): Date {
  const end = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ years: KEPT_YEARS });
  return new Date(end.epochMilliseconds);
}
