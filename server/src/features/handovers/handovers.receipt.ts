import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { receiptDocument, receiptNumber } from '#domain/receipt-document.ts';
import { parisDate } from '#domain/validity.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { findBillingProfile } from '#features/profile/profile.ts';
import { findEditionForHandover } from '#features/statements/statements.ts';
import { Failure } from '#platform/failure.ts';
import { findReceipt, saveReceiptFile, type ReceiptOfLink } from './handovers.receipt-queries.ts';

/** One file a receipt, printed twice or not. It can be removed without having been listed. */
export const receiptKey = (id: string): string => `receipts/${id}.pdf`;

/** Prints a receipt and keeps its file; printed already, it does nothing. */
export async function printReceipt(deps: Deps, id: string): Promise<void> {
  const receipt = await findReceipt(deps.db, id);
  // A worker that died may have written the file of a receipt erased since.
  if (receipt === undefined) return deps.files.remove(receiptKey(id));
  if (receipt.file_key === null) await print(deps, receipt);
}

/** The receipt that its owner keeps. Throws `not_found`. */
export async function readReceipt(
  deps: Deps,
  owned: { accountId: number; id: string },
): Promise<{ pdf: Buffer; fileName: string }> {
  const receipt = await findReceipt(deps.db, owned.id);
  if (receipt?.account_id !== owned.accountId) throw new Failure('not_found', 'Pas trouvé.');
  return readOrPrint(deps, receipt);
}

/** The kept file; printed here when the job has not come to it yet. */
export async function readOrPrint(deps: Deps, receipt: ReceiptOfLink): Promise<{ pdf: Buffer; fileName: string }> {
  const pdf = receipt.file_key === null ? await print(deps, receipt) : await deps.files.get(receipt.file_key);
  return { pdf, fileName: `recepisse-${numberOf(receipt)}.pdf` };
}

export function numberOf(row: { id: string; acknowledged_at: Date }): string {
  return receiptNumber({ id: row.id, acknowledgedAt: instantOf(row.acknowledged_at) });
}

async function print(deps: Deps, receipt: ReceiptOfLink): Promise<Buffer> {
  const pdf = await deps.typst.render('receipt', receiptDocument(await contentOf(deps, receipt)), {});
  const key = receiptKey(receipt.id);
  await deps.files.put(key, pdf);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const kept = await saveReceiptFile(deps.db, receipt.id, { file_key: key, file_sha256: sha256 });
  // The account was erased while this was printed.
  if (!kept) await deps.files.remove(key);
  return pdf;
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
      adresse: edition.adresse,
      type: edition.type,
      issuedOn: parisDate(edition.issuedAt.toISOString()),
      expiresOn: Temporal.PlainDate.from(edition.expiresOn),
      specimen: edition.specimen,
      sha256: receipt.document_sha256,
      verificationUrl: `${deps.publicUrl}/verification/${edition.reference}`,
    },
  };
}

/** The company, else the person, else the e-mail of the account. */
async function ownerName(deps: Deps, accountId: number): Promise<string> {
  const { company, firstName, lastName } = await findBillingProfile(deps, accountId);
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return company || person || (await currentUser(deps, { accountId })).email;
}

function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime());
}
