import { listInvoicesV3, type InvoiceV3 } from '@clairisque/contract/invoices.v3.ts';
import { invoiceKey } from '@clairisque/contract/common/v3.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { pageOf, readUuidCursor } from '#platform/http/cursors.ts';
import { listInvoices } from './invoices.queries.ts';

type Owned = { accountId: number; id: string };
type Page = z.input<(typeof listInvoicesV3.schema.response)[200]>;

/** Newest first. Throws `invalid_input` for a cursor that is not ours. */
export async function pageOfInvoices(
  deps: Deps,
  { accountId, limit, cursor }: { accountId: number; limit: number; cursor?: string | undefined },
): Promise<Page> {
  const last = readUuidCursor(cursor, 'inv', deps.mode);
  const all = await ownInvoices(deps, accountId);
  const at = last === null ? 0 : all.findIndex(({ id }) => id === invoiceKey(last, deps.mode)) + 1;
  return { mode: deps.mode, ...pageOf(all.slice(at, at + limit + 1), { limit, item: (invoice) => invoice }) };
}

/** Throws `not_found`. */
export async function readInvoice(deps: Deps, { accountId, id }: Owned): Promise<InvoiceV3> {
  const found = (await ownInvoices(deps, accountId)).find((invoice) => invoice.id === invoiceKey(id, deps.mode));
  if (found === undefined) throw notFound();
  return found;
}

/** Purchases are made by people only: an account has some hundreds at most. A test key sees none. */
async function ownInvoices({ db, mode, publicUrl }: Deps, accountId: number): Promise<InvoiceV3[]> {
  if (mode === 'test') return [];
  return (await listInvoices(db, accountId)).map(({ id, number, kind, label, amount_cents, issued_at }) => ({
    id: invoiceKey(id, mode),
    mode,
    number,
    kind: kind === 'invoice' ? 'invoice' : 'credit_note',
    label,
    amount_cents,
    issued_at: issued_at.toISOString(),
    document_url: `${publicUrl}/api/v3/invoices/${invoiceKey(id, mode)}/document.pdf`,
  }));
}

const notFound = (): AppError => new AppError('not_found', 'Votre compte n’a pas cette facture.');
