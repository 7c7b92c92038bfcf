import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { handoverKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { FileForm } from '@clairisque/contract/handovers.ts';
import type * as contract from '@clairisque/contract/handovers.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { currentUser, lockAccountShared } from '#features/accounts/accounts.ts';
import { emitForAccount } from '#features/events/events.ts';
import { readableDocument, readVerdict } from '#features/documents/documents.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import {
  handedFiles,
  RECEIPT,
  refuseLink,
  requireOpenLink,
  type HandedFile,
  type OpenLink,
  type Visit,
} from './links.service.ts';
import { lockLink, insertOpening } from './handovers.queries.ts';
import { anHourBefore, sendCopy, notifyOwner } from './notices.service.ts';
import { PRINT_RECEIPT } from './receipt.service.ts';
import { findReceipt, findSameReceipt, insertReceipt, markDownloaded, wasNotifiedSince } from './receipt.queries.ts';

/** More openings than this come from a program. */
const OPENINGS_AT_MOST = 1_000;
const RECEIPTS_AT_MOST = 200;

/** What the visitor reads before the acknowledgement; records the opening. Throws as `requireOpenLink`. */
export async function openHandover(
  deps: Deps,
  visit: Visit,
): Promise<z.input<(typeof contract.openHandover.schema.response)[200]>> {
  const { link, edition } = await requireOpenLink(deps, visit);
  const files = await handedFiles(deps, link.form, edition);
  const sizes: number[] = [];
  for (const file of files) sizes.push(await sizeOf(deps, visit, file));
  const [{ sha256 }] = files;
  await insertOpening(deps.db, { linkId: link.id, at: deps.clock() }, OPENINGS_AT_MOST);
  return {
    adresse: edition.confirmedAddress ?? edition.adresse,
    adresse_confirmee: edition.confirmedAddress !== null,
    commune: edition.communeName,
    ...(edition.parcelCodes && { parcelles: parcelsLabel(edition.parcelCodes) }),
    type: edition.type,
    reference: edition.reference,
    emis_le: parisDate(edition.issuedAt.toISOString()).toString(),
    expire_le: edition.expiresOn,
    sha256,
    specimen: edition.specimen,
    // The document itself stays one click away.
    verdict: await readVerdict(deps, edition).catch(() => null),
    taille: sizes[0] ?? 0,
    fichiers: files.map(({ form, sha256 }, index) => ({ forme: FORMS[form], sha256, taille: sizes[index] ?? 0 })),
  };
}

const FORMS = { whole: 'complete', short: 'courte' } as const;

const sizeOf = async (deps: Deps, visit: Visit, file: HandedFile): Promise<number> =>
  (await deps.files.size(file.key)) ?? (await readHandedFile(deps, visit, file)).length;

/**
 * « Reçu »: records who, when and which bytes, queues the receipt and notifies the owner, at once or with others within
 * the hour. The same visitor gets the same receipt again. The response allows the download. Throws as
 * `requireOpenLink`, or `conflict` when the link has too many receipts, or when the visitor saw another document.
 */
export async function acknowledgeHandover(
  deps: Deps,
  visit: Visit,
  visitor: { nom: string; email: string; reference?: string | undefined },
): Promise<{ recu: string; recu_le: string }> {
  const { link, edition } = await requireOpenLink(deps, visit);
  if ((visitor.reference ?? edition.reference) !== edition.reference) throw replaced(edition.reference);
  const [{ sha256 }, ...others] = await handedFiles(deps, link.form, edition);
  const now = deps.clock();
  const receipt = await transact(deps, async (deps) => {
    if (!(await lockAccountShared(deps.db, link.account_id)) || !(await lockLink(deps.db, link.id))) return undefined;
    const visit = { handover_id: link.id, name: visitor.nom, email: visitor.email };
    const same = await findSameReceipt(deps.db, { ...visit, document_sha256: sha256 });
    if (same !== undefined) return same;
    const notifiedBefore = await wasNotifiedSince(deps.db, link.account_id, anHourBefore(now));
    const row = {
      ...visit,
      edition: edition.edition,
      acknowledged_at: now,
      document_sha256: sha256,
      short_sha256: link.form === 'short' ? sha256 : (others[0]?.sha256 ?? null),
      notified_at: notifiedBefore ? null : now,
    };
    const receipt = await insertReceipt(deps.db, row, RECEIPTS_AT_MOST);
    if (receipt === undefined) throw usedTooOften();
    await deps.jobs.enqueue(deps.db, PRINT_RECEIPT, { receiptId: receipt.id });
    await sendCopy(deps, { ...visit, id: receipt.id, account_id: link.account_id });
    if (!notifiedBefore) {
      const { email } = await currentUser(deps, { accountId: link.account_id });
      await notifyOwner(deps, { account_id: link.account_id, email }, [receipt.id]);
    }
    await emitAcknowledged(deps, { link, edition }, now);
    return { ...receipt, acknowledged_at: now };
  });
  // Revoked, or erased with its account, in the meantime.
  if (receipt === undefined) return refuseLink(deps, visit.ip);
  return {
    recu: secretToken(await linksKey(deps.db), RECEIPT, receipt.id),
    recu_le: receipt.acknowledged_at.toISOString(),
  };
}

const replaced = (reference: string): AppError =>
  new AppError(
    'conflict',
    `Ce document a été remplacé depuis que vous avez ouvert cette page\u00A0: lisez ${reference}, la version à jour, puis accusez-en réception.`,
  );

const usedTooOften = (): AppError =>
  new AppError('conflict', 'Ce lien a servi trop de fois. Demandez-en un autre à la personne qui vous l’a envoyé.');

function emitAcknowledged(deps: Deps, { link, edition }: OpenLink, now: Date): Promise<void> {
  const data = {
    statement_id: statementKey(link.statement_id, deps.mode),
    reference: edition.reference,
    handover_id: handoverKey(link.id, deps.mode),
    acknowledged_at: now.toISOString(),
    metadata: link.metadata ?? {},
  };
  return emitForAccount(deps, link.account_id, { type: 'handover.acknowledged', data });
}

/**
 * Throws `document_damaged`; throws as `requireOpenLink` when the account, and its files, were erased in the meantime.
 */
async function readHandedFile(deps: Deps, visit: Visit, file: HandedFile): Promise<Buffer> {
  try {
    return await deps.files.get(file);
  } catch (error) {
    if (error instanceof AppError) await requireOpenLink(deps, visit);
    throw error;
  }
}

/**
 * A file of the link, its first one by default, for a visitor who acknowledged them. Throws as `requireOpenLink`, and
 * `not_found` for the one that the link does not hand over.
 */
export async function downloadHandedOver(
  deps: Deps,
  visit: Visit,
  asked: { recu: string; forme?: FileForm | undefined },
): Promise<{ pdf: Buffer; fileName: string }> {
  const { link, edition } = await requireOpenLink(deps, visit);
  const id = readSecretToken(await linksKey(deps.db), RECEIPT, asked.recu);
  await refuseFormer(deps, id, { link, edition });
  const files = await handedFiles(deps, link.form, edition);
  const file = asked.forme === undefined ? files[0] : files.find(({ form }) => FORMS[form] === asked.forme);
  if (file === undefined) throw new AppError('not_found', 'Ce lien ne remet pas ce fichier.');
  const pdf = await readHandedFile(deps, visit, file);
  const download = file === files[0] ? 'downloaded_at' : 'short_downloaded_at';
  // Last, since it also checks that the link is still open.
  const given =
    id !== null && (await markDownloaded(deps.db, { id, linkId: link.id, file: download, now: deps.clock() }));
  if (!given) return refuseLink(deps, visit.ip);
  return { pdf, fileName: `${edition.reference}${file.form === 'short' ? '-version-courte' : ''}.pdf` };
}

/**
 * The document on a screen, for a visitor who acknowledged it under that link; it does not count as a download. Throws
 * as `requireOpenLink`, and `not_found` for an edition in an older format.
 */
export async function readHandedOver(deps: Deps, visit: Visit, receiptToken: string): Promise<ReadableDocument> {
  const { link, edition } = await requireOpenLink(deps, visit);
  const id = readSecretToken(await linksKey(deps.db), RECEIPT, receiptToken);
  const receipt = id === null ? undefined : await findReceipt(deps.db, id);
  if (receipt?.handover_id !== link.id) return refuseLink(deps, visit.ip);
  await refuseFormer(deps, id, { link, edition });
  const whole = await readableDocument(deps, edition);
  const [{ form, sha256 }] = await handedFiles(deps, link.form, edition);
  return form === 'short' ? { ...shortened(whole), sha256 } : whole;
}

/** A visitor who received a former edition has not received this one: throws `conflict`. */
async function refuseFormer(deps: Deps, id: string | null, { link, edition }: OpenLink): Promise<void> {
  const receipt = id === null ? undefined : await findReceipt(deps.db, id);
  if (receipt?.handover_id !== link.id || receipt.edition === edition.edition) return;
  // Its document is an earlier one: what the sources say has changed, not only the answers.
  const isUpdated = (receipt.edition ?? link.edition) < (edition.completes?.edition ?? edition.edition);
  throw new AppError(
    'conflict',
    `Ce document a été ${isUpdated ? 'mis à jour' : 'complété'} depuis que vous l’avez reçu\u00A0: confirmez la réception de son édition ${edition.reference}.`,
  );
}

/** The parts of the short version, without the pictures of the others. */
function shortened({ document, pictures, ...whole }: ReadableDocument): ReadableDocument {
  const logo = document.logo === null ? undefined : pictures[document.logo.file];
  return {
    ...whole,
    document: { ...document, maps: [], bound: null },
    pictures: document.logo !== null && logo !== undefined ? { [document.logo.file]: logo } : {},
    est_courte: true,
  };
}
