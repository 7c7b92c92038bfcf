import * as creditCalls from '@clairisque/contract/credits.ts';
import * as paymentCalls from '@clairisque/contract/orders.ts';
import * as invoiceCalls from '@clairisque/contract/invoices.ts';
import { z } from 'zod';
import { address, fields, filled, integer, number, reads, textOrEmpty, textOrNull } from './read.ts';

const count = integer.nullable().catch(null);

/** The table writes « N/A » for what is missing. */
export const myCreditPacks = reads(
  creditCalls.myCreditPacks,
  z.array(
    z.object({
      formule: textOrEmpty,
      produits: textOrEmpty,
      date_d_achat: textOrNull,
      date_de_peremption: textOrNull,
      nb_restants: count,
      nb_consommes: count,
      statut: textOrEmpty,
    }),
  ),
);
/** A row of the balance, as the screen knows it. */
export type ListedCreditPack = z.infer<(typeof myCreditPacks)['schema']['response'][200]>[number];

export const simulatePrice = reads(creditCalls.simulatePrice, fields({ prix: number }));

const paymentPage = fields({ url: address });

export const buyPack = reads(paymentCalls.buyPack, paymentPage);
export const buyBespoke = reads(paymentCalls.buyBespoke, paymentPage);

/** An invoice without an identifier is listed; it cannot be downloaded yet. */
export const myInvoices = reads(
  invoiceCalls.myInvoices,
  z.array(
    z.object({
      numero_facture: textOrEmpty,
      pdf_a_telecharger: filled.nullable().catch(null),
      produit: textOrEmpty,
      date0: textOrEmpty,
      montant: number.nullable().catch(null),
    }),
  ),
);
export type ListedInvoice = z.infer<(typeof myInvoices)['schema']['response'][200]>[number];

export const invoiceUrl = reads(invoiceCalls.invoiceUrl, fields({ url: address }));
