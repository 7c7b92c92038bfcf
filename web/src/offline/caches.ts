/** The application's own files, of this version and, until it has taken over, of the next. */
export const FILES = 'clairisque-fichiers';
/** Followed by a digest of the session. */
export const DOCUMENTS = 'clairisque-documents-';

/** At a sign-out, whoever asked for it: what was kept for reading offline goes with the session. */
export async function forgetDocuments(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(DOCUMENTS)).map((name) => caches.delete(name)));
}
