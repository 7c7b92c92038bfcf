import { createHash } from 'node:crypto';
import { AppError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { Damage, Files, FileStore, KeptFile } from '#platform/files/file-store.ts';

/**
 * Several times the largest document, whose bound pages have five megabytes (`binding.service.ts`). Every file is read
 * and verified as a whole before it is sent, so none may be larger.
 */
export const MAX_FILE_BYTES = 32 * 1_024 * 1_024;

/**
 * Returns the bytes that a row names, or none: every read compares their SHA-256. `onDamage` is awaited before the
 * refusal, and never throws. A silent store is not damage: its `SupplierFailure` passes through.
 */
export function createVerifiedFiles(store: FileStore, onDamage: (damage: Damage) => Promise<void>): Files {
  return {
    ...store,
    async put(key, bytes) {
      if (bytes.length > MAX_FILE_BYTES) throw new Error(`${key}: ${bytes.length} bytes are too many to be verified`);
      await store.put(key, bytes);
    },
    async get(file) {
      const read = await readVerified(store, file);
      if (Buffer.isBuffer(read)) return read;
      await onDamage(read);
      throw documentDamaged();
    },
    async damageOf(file) {
      const read = await readVerified(store, file);
      return Buffer.isBuffer(read) ? null : read;
    },
    async copyOf({ key, sha256 }) {
      for await (const bytes of store.versions(key)) if (sha256Of(bytes) === sha256) return bytes;
      return null;
    },
  };
}

async function readVerified(store: FileStore, file: KeptFile): Promise<Buffer | Damage> {
  try {
    const size = await store.size(file.key);
    if (size === null) return { ...file, found: 'absent' };
    if (size > MAX_FILE_BYTES) return { ...file, found: `${size} bytes` };
    const bytes = await store.read(file.key);
    const found = sha256Of(bytes);
    return file.sha256 === null || file.sha256 === found ? bytes : { ...file, found };
  } catch (error) {
    if (error instanceof SupplierFailure) throw error;
    return { ...file, found: `unreadable: ${error instanceof Error ? error.name : 'error'}` };
  }
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Ten minutes: a job restores what can be restored within one. */
const RETRY_AFTER_S = 600;

function documentDamaged(): AppError {
  return new AppError(
    'document_damaged',
    'Ce document ne peut pas être remis pour le moment\u00A0: le fichier conservé n’est plus identique à celui qui a été émis. Nous sommes prévenus et nous le rétablissons. Réessayez dans quelques minutes\u00A0; s’il reste indisponible, écrivez-nous.',
    RETRY_AFTER_S,
  );
}
