import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Deps } from '#deps.ts';
import { receiptDocument, receiptNumber } from '#domain/statement-document/receipt-document.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { findBillingProfile } from '#features/profile/profile.ts';
import { findEditionForHandover } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import { jobKind, job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import type { ReceiptRow } from './handovers.queries.ts';
import { findReceipt, saveReceiptFile, type ReceiptOfLink } from './receipt.queries.ts';
import { notifyOwners } from './notices.service.ts';

export const PRINT_RECEIPT = jobKind({
  name: 'handovers.receipt',
  payload: z.object({ receiptId: z.uuid() }),
  rules: { policy: 'exclusive', singletonKey: 'receiptId', retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
});

/** Folder of a receipt's files: it can be removed without listing them. */
export const receiptFolder = (id: string): string => `receipts/${id}`;

/** Prints a receipt and stores its file. Idempotent. */
export async function printReceipt(deps: Deps, id: string): Promise<void> {
  const receipt = await findReceipt(deps.db, id);
  // A worker that died may have written the file of a receipt that was erased since.
  if (receipt === undefined) return deps.files.removeFolder(receiptFolder(id));
  if (receipt.file_key === null) await print(deps, receipt);
}

/** The receipt for the document's owner. Throws `not_found`. */
export async function readReceipt(
  deps: Deps,
  owned: { accountId: number; id: string },
): Promise<{ pdf: Buffer; fileName: string }> {
  const receipt = await findReceipt(deps.db, owned.id);
  if (receipt?.account_id !== owned.accountId) throw new AppError('not_found', 'Pas trouvé.');
  return readOrPrint(deps, receipt);
}

/** The stored file; printed here when the job has not run yet. */
export async function readOrPrint(deps: Deps, receipt: ReceiptOfLink): Promise<{ pdf: Buffer; fileName: string }> {
  const file = fileOf(receipt);
  const pdf = file === null ? await print(deps, receipt) : await deps.files.get(file);
  return { pdf, fileName: `recepisse-${numberOf(receipt)}.pdf` };
}

export function numberOf(row: { id: string; acknowledged_at: Date }): string {
  return receiptNumber({ id: row.id, acknowledgedAt: instantOf(row.acknowledged_at) });
}

export const fileOf = ({ file_key: key, file_sha256: sha256 }: ReceiptRow): KeptFile | null =>
  key === null ? null : { key, sha256 };

/** The first stored file is the receipt. A concurrent print, possibly with another owner name, removes its own file. */
async function print(deps: Deps, receipt: ReceiptOfLink): Promise<Buffer> {
  const pdf = await render(deps, receipt);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const key = `${receiptFolder(receipt.id)}/${sha256.slice(0, 16)}.pdf`;
  await deps.files.put(key, pdf);
  if (await saveReceiptFile(deps.db, receipt.id, { file_key: key, file_sha256: sha256 })) return pdf;
  const kept = await findReceipt(deps.db, receipt.id);
  const first = kept && fileOf(kept);
  if (first?.key === key) return pdf;
  // Printed by another process in the meantime, or erased with its account.
  await deps.files.remove(key);
  return first ? deps.files.get(first) : pdf;
}

async function render(deps: Deps, receipt: ReceiptOfLink): Promise<Buffer> {
  return deps.typst.render('receipt', receiptDocument(await contentOf(deps, receipt)), {});
}

/** The bytes that printing a receipt gives today: different ones when its owner has changed name. */
export async function reprintReceipt(deps: Deps, id: string): Promise<Buffer | null> {
  const receipt = await findReceipt(deps.db, id);
  return receipt === undefined ? null : render(deps, receipt);
}

async function contentOf(deps: Deps, receipt: ReceiptOfLink): Promise<Parameters<typeof receiptDocument>[0]> {
  const { statement_id: statementId, edition: number } = receipt;
  const [edition, owner] = await Promise.all([
    findEditionForHandover(deps, { statementId, edition: number }),
    ownerName(deps, receipt.account_id),
  ]);
  if (edition === undefined) throw new Error(`receipt ${receipt.id} without its document`);
  return {
    id: receipt.id,
    name: receipt.name,
    email: receipt.email,
    acknowledgedAt: instantOf(receipt.acknowledged_at),
    owner,
    document: {
      reference: edition.reference,
      confirmedAddress: edition.confirmedAddress,
      typedAddress: edition.adresse,
      commune: edition.communeName,
      parcelCodes: edition.parcelCodes,
      type: edition.type,
      issuedOn: parisDate(edition.issuedAt.toISOString()),
      expiresOn: Temporal.PlainDate.from(edition.expiresOn),
      specimen: edition.specimen,
      sha256: receipt.document_sha256,
      shortSha256: receipt.short_sha256,
      verificationUrl: `${deps.publicUrl}/verification/${edition.reference}`,
    },
  };
}

/** The company, else the person, else the e-mail of the account. */
export async function ownerName(deps: Deps, accountId: number): Promise<string> {
  const { company, firstName, lastName } = await findBillingProfile(deps, accountId);
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return company?.trim() || person || (await currentUser(deps, { accountId })).email;
}

function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

export const handoverJobs: Job<Deps>[] = [
  job(PRINT_RECEIPT, (deps: Deps, { receiptId }) => printReceipt(deps, receiptId)),
  recurringJob({ name: 'handovers.tell', cron: '*/10 * * * *', expireInSeconds: 300 }, notifyOwners),
];
