import { createHash, randomUUID } from 'node:crypto';
import { LOGO_ERRORS, LOGO_MAX_BYTES } from '@clairisque/contract/logo.ts';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Deps } from '#deps.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { readPicture, type Picture } from '#platform/files/pictures.ts';
import {
  REMOVE_FILES,
  announcePendingFiles,
  confirmPendingFiles,
  removePendingFiles,
} from '#platform/files/pending-files.ts';
import { logoUrl } from './address.service.ts';
import { logoFolder, deleteLogoRow, findLogoRow, saveLogoRow } from './logo.ts';

/** 600 dpi in its place on the first page, 50 mm by 18; more for a square logo. */
const PRINTED = { width: 1_200, height: 600 };
/** Decoding takes one thread for a second or two: the password hashes need the others. */
const DECODING = { atOnce: 1, waiting: 20 };

export type Upload = { message: string; logo_url: string } | { error: string };

/** Stores the uploaded bytes; null when there was no file. `{error}` is a prescribed sentence. */
export function createLogoUpload(deps: Deps): (accountId: number, bytes: Buffer | null) => Promise<Upload> {
  const gate = bulkhead(DECODING.atOnce, DECODING.waiting);
  return async (accountId, bytes) => {
    if (bytes === null) return { error: LOGO_ERRORS.none };
    if (bytes.length > LOGO_MAX_BYTES) return { error: LOGO_ERRORS.size };
    const picture = await gate.execute(() => readPicture(bytes, PRINTED)).catch(refuseOverload);
    if (picture === null) return { error: LOGO_ERRORS.type };
    const sha256 = await keepLogo(deps, accountId, picture);
    return { message: 'Logo uploadé avec succès !', logo_url: await logoUrl(deps, { accountId, sha256 }) };
  };
}

/** Idempotent: the same message without a logo. */
export async function deleteLogo(deps: Deps, accountId: number): Promise<{ message: string }> {
  await transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw accountGone();
    await removeFiles(deps, accountId);
    await deleteLogoRow(deps.db, accountId);
  });
  return { message: 'Logo supprimé avec succès !' };
}

/** The file is written first, under a new name: the row always names a file that exists. */
async function keepLogo(deps: Deps, accountId: number, { png, width, height }: Picture): Promise<string> {
  const sha256 = createHash('sha256').update(png).digest('hex');
  const key = `${logoFolder(accountId)}/${sha256.slice(0, 16)}-${randomUUID()}.png`;
  await announcePendingFiles(deps, [key]);
  await deps.files.put(key, png);
  try {
    await transact(deps, async (deps) => {
      // The erasure of the account takes the same lock: it finds this file, or the account is already gone.
      if (!(await lockLedger(deps, accountId))) throw accountGone();
      await removeFiles(deps, accountId);
      const uploaded_at = deps.clock();
      await saveLogoRow(deps.db, { account_id: accountId, file_key: key, sha256, width, height, uploaded_at });
      await confirmPendingFiles(deps.db, [key]);
    });
  } catch (error) {
    // After a database error the file stays: the commit may have succeeded although its response was lost.
    if (error instanceof AppError) await removePendingFiles(deps, [key]);
    throw error;
  }
  return sha256;
}

async function removeFiles(deps: Deps, accountId: number): Promise<void> {
  const former = await findLogoRow(deps.db, accountId);
  if (former !== undefined) await deps.jobs.enqueue(deps.db, REMOVE_FILES, { keys: [former.file_key] });
}

function refuseOverload(error: unknown): never {
  if (!isBulkheadRejectedError(error)) throw error;
  throw new AppError('overloaded', 'Le service est très demandé : réessayez dans un instant.');
}
