import type { Readable } from 'node:stream';
import type { Deps } from '#deps.ts';
import { frenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { csv } from '#platform/files/csv.ts';
import { AppError } from '#platform/app-error.ts';
import { fileOf, sized, zipped, type Stored } from '#platform/files/zipped-files.ts';
import { zipOf } from '#platform/files/zip.ts';
import { listInvoiceFiles, type InvoiceFile } from './download.service.ts';

/**
 * Every invoice and credit note of the account with a table for its accountant, as a ZIP of known length. Throws
 * `not_found` when there is none.
 */
export async function exportInvoices(
  deps: Deps,
  accountId: number,
): Promise<{ zip: Readable; length: number; fileName: string }> {
  const rows = await listInvoiceFiles(deps, accountId);
  if (rows.length === 0) throw new AppError('not_found', 'Vous n’avez aucune facture à télécharger.');
  const documents = rows.map((row) => ({ row, name: `${row.number}.pdf`, file: row.file, at: row.issuedAt }));
  const invoices = await sized(deps, documents);
  const mtime = deps.clock();
  const { stream, length } = await zipOf([
    ...invoices.flatMap((invoice) => zipped(deps, invoice)),
    { name: 'factures.csv', bytes: invoicesTable(invoices), mtime },
  ]);
  const today = parisDate(mtime.toISOString()).toString();
  return { zip: stream, length, fileName: `Clairisque - mes factures - ${today}.zip` };
}

const HEADERS = ['Référence', 'Produit', 'Date', 'Montant HT (€)', 'TVA (€)', 'Montant TTC (€)', 'Fichier'];

/** Invoices and credit notes (negative), oldest first, for a French spreadsheet. */
export function invoicesTable(documents: readonly Stored<InvoiceFile>[]): Buffer {
  const lines = documents.map(({ row, ...file }) => [
    row.number,
    row.label,
    frenchDate(parisDate(row.issuedAt.toISOString())),
    euros(row.netCents),
    euros(row.amountCents - row.netCents),
    euros(row.amountCents),
    fileOf(file),
  ]);
  return csv([HEADERS, ...lines]);
}

const euros = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
