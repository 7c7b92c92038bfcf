import { z } from 'zod';
import { route } from './common/route.ts';
import { InvoiceKey, Mode, OF_ONE, page, PageQuery, V3 } from './common/v3.ts';

export const InvoiceV3 = z
  .object({
    id: InvoiceKey,
    mode: Mode,
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    label: z.string().describe('What was bought, in French.'),
    amount_cents: z.int().describe('With VAT; negative for a credit note.'),
    issued_at: z.iso.datetime(),
    document_url: z.url().describe('The PDF, with the same key.'),
  })
  .meta({
    id: 'Invoice',
    examples: [
      {
        id: 'inv_3f0c8a529c1b4e578f642f1f0a6f7d11',
        mode: 'live',
        number: 'F-2026-000042',
        kind: 'invoice',
        label: 'Pack 5 crédits',
        amount_cents: 2_400,
        issued_at: '2026-11-23T09:14:07.000Z',
        document_url: 'https://clairisque.fr/api/v3/invoices/inv_3f0c8a529c1b4e578f642f1f0a6f7d11/document.pdf',
      },
    ],
  });
export type InvoiceV3 = z.infer<typeof InvoiceV3>;

const tags = ['Account'];
/** Tests have no invoice. */
const LIVE = { access: 'required', scope: 'read', throttle: 'api' } as const;
const params = z.object({ invoice_id: InvoiceKey });

export const listInvoicesV3 = route({
  method: 'GET',
  url: `${V3}/invoices`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List invoices and credit notes, newest first',
    description: 'None for a test key.',
    querystring: PageQuery,
    response: { 200: page(InvoiceV3).extend({ mode: Mode }) },
  },
});

export const readInvoiceV3 = route({
  method: 'GET',
  url: `${V3}/invoices/:invoice_id`,
  config: LIVE,
  schema: { tags, summary: 'Read an invoice', params, response: { 200: InvoiceV3 } },
});

export const readInvoiceDocument = route({
  method: 'GET',
  url: `${V3}/invoices/:invoice_id/document.pdf`,
  config: { ...LIVE, produces: 'application/pdf' },
  schema: { tags, summary: 'Download the PDF of an invoice', params, response: { 200: z.unknown() } },
});
