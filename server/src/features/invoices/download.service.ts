import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Deps } from '#deps.ts';
import { invoiceDocument } from '#domain/invoice/document.ts';
import { FACTURX_FILE, facturxXml } from '#domain/invoice/facturx.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import { AppError } from '#platform/app-error.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import {
  downloadKey,
  findCreditNoteOfRefund,
  findInvoice,
  findInvoiceOfOrder,
  findOwnInvoice,
  listInvoiceKeys,
  saveFile,
  type InvoiceRow,
} from './invoices.queries.ts';

/** The browser follows the URL at once. */
const ADDRESS_LIFE_S = 300;

/**
 * Returns a URL that downloads the caller's invoice without a token until it expires. Throws `not_found` for another
 * user's.
 */
export async function signedUrl(deps: Deps, owned: { accountId: number; id: string }): Promise<string> {
  const invoice = isUuid(owned.id) ? await findOwnInvoice(deps.db, owned) : undefined;
  if (invoice === undefined) throw notFound();
  const expires = Math.floor(deps.clock().getTime() / 1000) + ADDRESS_LIFE_S;
  const signature = signatureOf(await downloadKey(deps.db), invoice.id, expires);
  return `${deps.publicUrl}/api/v2/facture/pdf/${invoice.id}/?expire=${expires}&signature=${signature}`;
}

/** The file of a signed URL. Throws `not_found` when the signature is wrong or expired. */
export async function readSigned(
  deps: Deps,
  link: { id: string; expires: number; signature: string },
): Promise<{ pdf: Buffer; fileName: string }> {
  const expected = Buffer.from(signatureOf(await downloadKey(deps.db), link.id, link.expires));
  const given = Buffer.from(link.signature);
  const holds = given.length === expected.length && timingSafeEqual(given, expected);
  if (!holds || link.expires * 1000 < deps.clock().getTime()) throw notFound();
  const invoice = await findInvoice(deps.db, link.id);
  // Invoice of an erased account: only the archive keeps it.
  if (invoice === undefined || invoice.account_id === null) throw notFound();
  return { pdf: await readOrPrint(deps, invoice), fileName: `${invoice.number}.pdf` };
}

/** The file of the caller's invoice. Throws `not_found`. */
export async function readOwn(
  deps: Deps,
  owned: { accountId: number; id: string },
): Promise<{ pdf: Buffer; fileName: string }> {
  const invoice = isUuid(owned.id) ? await findInvoice(deps.db, owned.id) : undefined;
  if (invoice?.account_id !== owned.accountId) throw notFound();
  return { pdf: await readOrPrint(deps, invoice), fileName: `${invoice.number}.pdf` };
}

/** An invoice or a credit note to attach to a mail. */
export type MailedInvoice = { number: string; file: { name: string; bytes: Buffer } };

/** The invoice of a paid order, printed here when the job has not run yet. Both are written in one transaction. */
export async function readInvoiceOf(deps: Deps, orderId: string): Promise<MailedInvoice> {
  const invoice = await mailed(deps, await findInvoiceOfOrder(deps.db, orderId));
  if (invoice === null) throw new Error(`order ${orderId} is paid and has no invoice`);
  return invoice;
}

/** The credit note of a refund; null when an earlier note covers the refund. */
export async function readCreditNote(deps: Deps, refundId: string): Promise<MailedInvoice | null> {
  return mailed(deps, await findCreditNoteOfRefund(deps.db, refundId));
}

async function mailed(deps: Deps, row: InvoiceRow | undefined): Promise<MailedInvoice | null> {
  if (row === undefined) return null;
  return { number: row.number, file: { name: `${row.number}.pdf`, bytes: await readOrPrint(deps, row) } };
}

/** Prints an invoice and stores its file. Idempotent. */
export async function printInvoice(deps: Deps, id: string): Promise<void> {
  const invoice = await findInvoice(deps.db, id);
  if (invoice !== undefined && invoice.file_key === null) await print(deps, invoice);
}

/** An invoice in the export of an account; `file` is null when it cannot be printed. */
export type InvoiceFile = {
  number: string;
  label: string;
  issuedAt: Date;
  amountCents: number;
  /** Amount without VAT, with the same sign. */
  netCents: number;
  file: KeptFile | null;
};

/** The invoices and credit notes of an account, oldest first; prints those that the job has not reached. */
export async function listInvoiceFiles(deps: Deps, accountId: number): Promise<InvoiceFile[]> {
  const files: InvoiceFile[] = [];
  for (const row of await listInvoiceKeys(deps.db, accountId)) {
    const file = fileOf(row) ?? (await printedFile(deps, row.id));
    const { number, label, issued_at: issuedAt, amount_cents: amountCents, net_cents } = row;
    files.push({ number, label, issuedAt, amountCents, netCents: Math.sign(amountCents) * net_cents, file });
  }
  return files;
}

async function printedFile(deps: Deps, id: string): Promise<KeptFile | null> {
  try {
    await printInvoice(deps, id);
    const invoice = await findInvoice(deps.db, id);
    return invoice === undefined ? null : fileOf(invoice);
  } catch (err) {
    deps.log.error({ err, invoice: id }, 'invoice not printed');
    return null;
  }
}

/** The archived file; printed here when the job has not run yet. */
async function readOrPrint(deps: Deps, invoice: InvoiceRow): Promise<Buffer> {
  const file = fileOf(invoice);
  return file === null ? print(deps, invoice) : deps.files.get(file);
}

/**
 * A text always gives the same bytes, and the key names them: two concurrent prints write one file. Two versions of the
 * program may print different bytes: the first stored file is the invoice, the other is removed.
 */
async function print(deps: Deps, row: InvoiceRow): Promise<Buffer> {
  const pdf = await render(deps, row);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const key = `invoices/${row.issued_at.getUTCFullYear()}/${row.number}-${sha256.slice(0, 16)}.pdf`;
  await deps.files.put(key, pdf);
  if (await saveFile(deps.db, row.id, { file_key: key, file_sha256: sha256 })) return pdf;
  const kept = await findInvoice(deps.db, row.id);
  const first = kept && fileOf(kept);
  if (!first || first.key === key) return pdf;
  await deps.jobs.enqueue(deps.db, REMOVE_FILES, { keys: [key] });
  return deps.files.get(first);
}

const fileOf = ({
  file_key: key,
  file_sha256: sha256,
}: Pick<InvoiceRow, 'file_key' | 'file_sha256'>): KeptFile | null => (key === null ? null : { key, sha256 });

function render(deps: Pick<Deps, 'typst'>, row: InvoiceRow): Promise<Buffer> {
  const invoice = row.document as Invoice;
  const files = { [FACTURX_FILE]: Buffer.from(facturxXml(invoice)) };
  return deps.typst.render('invoice', invoiceDocument(invoice), files);
}

/** The bytes that printing an invoice gives today; they may differ from the archived ones. */
export async function reprintInvoice(deps: Pick<Deps, 'db' | 'typst'>, id: string): Promise<Buffer | null> {
  const invoice = await findInvoice(deps.db, id);
  return invoice === undefined ? null : render(deps, invoice);
}

function signatureOf(key: Buffer, id: string, expires: number): string {
  return createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url');
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
const notFound = (): AppError => new AppError('not_found', 'Cette facture n’existe pas, ou son adresse a expiré.');
