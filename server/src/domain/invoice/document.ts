import { Temporal } from 'temporal-polyfill';
import { FACTURX_FILE } from './facturx.ts';
import {
  addressLines,
  correction,
  grouped,
  LATE_PAYMENT,
  legalStatus,
  NATURE,
  settlement,
  vatDue,
} from './mentions.ts';
import type { Buyer, Invoice, Seller } from './invoice.ts';
import { frenchEuros, longFrenchDate } from '#domain/french.ts';
import { printedAll } from '#domain/printing/text.ts';

type Fact = { label: string; text: string };
type Party = { label: string; name: string; lines: string[] };

/** Every string printed by `templates/invoice`; JSON-serialisable. */
export type InvoiceDocument = {
  title: string;
  /** UTC, for the PDF's metadata: same input, same bytes. */
  createdAt: { year: number; month: number; day: number; hour: number; minute: number; second: number };
  running: { title: string; reference: string; place: string; specimen: string | null };
  logo: null;
  attachments: { file: string; mimeType: string; relationship: 'alternative'; description: string }[];
  kind: string;
  number: string;
  /** For a credit note: the invoice that it corrects, and why. */
  correction: string | null;
  facts: Fact[];
  seller: Party;
  buyer: Party;
  table: { head: string[]; rows: { label: string; detail: string; figures: string[] }[] };
  totals: { net: Fact; vat: Fact; gross: Fact; due: Fact };
  settlement: { headline: string; text: string; reference: Fact };
  mentions: string[];
};

export function invoiceDocument(invoice: Invoice): InvoiceDocument {
  const { number, seller, buyer, kind } = invoice;
  const title = kind === 'invoice' ? 'Facture' : 'Avoir';
  const document = printedAll({
    title: `${title} ${number}`,
    createdAt: metadataDate(Temporal.Instant.from(invoice.issuedAt)),
    running: {
      title,
      reference: number,
      place: `${seller.name}, ${legalStatus(seller)}`,
      specimen: invoice.specimen ? 'SPÉCIMEN — données fictives, sans valeur légale' : null,
    },
    logo: null,
    attachments: [
      {
        file: FACTURX_FILE,
        mimeType: 'text/xml',
        relationship: 'alternative' as const,
        description: 'Les données de ce document, lisibles par un logiciel (Factur-X, EN 16931)',
      },
    ],
    kind: title,
    number,
    correction: correction(invoice),
    facts: facts(invoice),
    seller: sellerParty(seller),
    buyer: buyerParty(buyer),
    table: linesTable(invoice),
    totals: totals(invoice),
    settlement: {
      headline: kind === 'invoice' ? 'Facture acquittée' : 'Avoir remboursé',
      text: settlement(invoice),
      reference: { label: 'Référence du paiement', text: invoice.payment.reference },
    },
    mentions: mentions(invoice),
  });
  // Readers copy it into a search field: no invisible line-break marks.
  const { reference } = document.settlement;
  reference.text = reference.text.replaceAll('\u200B', '');
  return document;
}

function facts({ kind, issuedOn, suppliedOn, orderReference }: Invoice): Fact[] {
  return [
    { label: 'Date d’émission', text: longFrenchDate(issuedOn) },
    {
      label: kind === 'invoice' ? 'Date de la prestation' : 'Date du remboursement',
      text: longFrenchDate(suppliedOn),
    },
    { label: 'Commande', text: orderReference },
  ];
}

function sellerParty(seller: Seller): Party {
  return {
    label: 'Vendeur',
    name: seller.name,
    lines: [
      ...addressLines(seller.address),
      legalStatus(seller),
      `SIRET du siège : ${grouped(seller.siret)}`,
      `N° TVA : ${seller.vatNumber}`,
      seller.email,
    ],
  };
}

function buyerParty({ name, attention, address, email, siren, vatNumber }: Buyer): Party {
  return {
    label: 'Client',
    name,
    lines: [
      ...(attention === null ? [] : [`À l’attention de ${attention}`]),
      ...(address === null ? ['Adresse non communiquée'] : addressLines(address)),
      ...(siren === null ? [] : [`SIREN : ${grouped(siren)}`]),
      ...(vatNumber === null ? [] : [`N° TVA : ${vatNumber}`]),
      ...(email === name ? [] : [email]),
    ],
  };
}

function linesTable({ lines, vatRate }: Invoice): InvoiceDocument['table'] {
  return {
    head: ['Désignation', 'Quantité', 'Prix unitaire HT', 'TVA', 'Montant HT'],
    rows: lines.map(({ label, detail, quantity, unitNetCents, netCents }) => ({
      label,
      detail,
      figures: [String(quantity), frenchEuros(unitNetCents), `${vatRate} %`, frenchEuros(netCents)],
    })),
  };
}

function totals({ kind, amounts, vatRate }: Invoice): InvoiceDocument['totals'] {
  return {
    net: { label: 'Total HT', text: frenchEuros(amounts.netCents) },
    vat: { label: `TVA ${vatRate} % sur ${frenchEuros(amounts.netCents)}`, text: frenchEuros(amounts.vatCents) },
    gross: { label: 'Total TTC', text: frenchEuros(amounts.grossCents) },
    due: { label: kind === 'invoice' ? 'Reste à payer' : 'Reste à rembourser', text: frenchEuros(0) },
  };
}

function mentions({ seller, buyer }: Invoice): string[] {
  const late = buyer.status === 'PRO' ? Object.values(LATE_PAYMENT) : [];
  return [NATURE, vatDue(seller), ...late, FACTURX];
}

const FACTURX = 'Document électronique au format Factur-X : ses données sont jointes à ce PDF (factur-x.xml).';

function metadataDate(instant: Temporal.Instant): InvoiceDocument['createdAt'] {
  const { year, month, day, hour, minute, second } = instant.toZonedDateTimeISO('UTC');
  return { year, month, day, hour, minute, second };
}
