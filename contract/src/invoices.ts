import { z } from 'zod';
import { route } from './common/route.ts';

const tags = ['Factures'] as const;

export const InvoiceItem = z.object({
  numero_facture: z.string(),
  /** Parameter of `generate_url`. */
  pdf_a_telecharger: z.string(),
  produit: z.string(),
  date0: z.string(),
  /** Euros with VAT; negative for a credit note. */
  montant: z.number(),
});
export type InvoiceItem = z.infer<typeof InvoiceItem>;

export const myInvoices = route({
  method: 'GET',
  url: '/api/v2/facture/me/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes factures', response: { 200: z.array(InvoiceItem) } },
});

/** Every invoice and credit note, with a table (HT, TVA, TTC). 404 when there is none. */
export const exportInvoices = route({
  method: 'GET',
  url: '/api/v2/facture/export/',
  config: { access: 'required', throttle: 'export', produces: 'application/zip' },
  schema: {
    tags,
    summary: 'Télécharger toutes mes factures',
    description: 'Archive ZIP des PDF, avec leur tableau `factures.csv` ; `Content-Length` en donne la taille exacte.',
    response: { 200: z.unknown() },
  },
});

/** Returns a signed address that downloads one invoice without a token, for five minutes. */
export const invoiceUrl = route({
  method: 'GET',
  url: '/api/v2/facture/generate_url/:pdf_a_telecharger/',
  config: { access: 'required', priority: 'paid' },
  schema: {
    tags,
    summary: 'Adresse de téléchargement d’une facture',
    params: z.object({ pdf_a_telecharger: z.string().min(1).max(64) }),
    response: { 200: z.object({ url: z.string() }) },
  },
});

export const downloadInvoice = route({
  method: 'GET',
  url: '/api/v2/facture/pdf/:pdf_a_telecharger/',
  config: { access: 'none', throttle: 'open', produces: 'application/pdf', priority: 'paid' },
  schema: {
    tags,
    summary: 'Télécharger une facture par son adresse signée',
    params: z.object({ pdf_a_telecharger: z.string().min(1).max(64) }),
    querystring: z.object({ expire: z.coerce.number().int(), signature: z.string().max(128) }),
    response: { 200: z.any() },
  },
});
