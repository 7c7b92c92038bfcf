import { sha256 } from '#lib/hex.ts';
import type { CacheName } from '#lib/kept-in-browser.ts';

/** The application's own files: of this version and, until it has taken over, of the next. */
export const FILES = 'clairisque-fichiers' satisfies CacheName;
/** Followed by a digest of the session. */
export const DOCUMENTS = 'clairisque-documents-' satisfies `${CacheName}-`;

/** Deletes the documents of every session except `token`'s: at a sign-out, all of them. */
export async function forgetDocuments(token: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  const own = token === null ? null : await cacheOf(`Token ${token}`);
  const names = (await caches.keys()).filter((name) => name.startsWith(DOCUMENTS) && name !== own);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** One cache per session, whose name does not reveal the token: no other user of this machine gets a document. */
export async function cacheOf(authorization: string): Promise<string> {
  return DOCUMENTS + (await sha256(authorization));
}
