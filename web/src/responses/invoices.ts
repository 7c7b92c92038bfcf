import * as calls from '@clairisque/contract/invoices.ts';
import { z } from 'zod';
import { address, fields, filled, number, reads, textOrEmpty } from './read.ts';

/** An invoice without an identifier is listed; it cannot be downloaded yet. */
export const myInvoices = reads(
  calls.myInvoices,
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

export const invoiceUrl = reads(calls.invoiceUrl, fields({ url: address }));
