import { exportStatements } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '#lib/announce.ts';
import type { Progress } from '#lib/api.ts';
import { callBlob, saveFile, fileSize } from '#lib/download.ts';

/** Allows hundreds of documents on a phone's network. */
const TIMEOUT_MS = 15 * 60_000;
export const ARCHIVE_BEGUN = 'Téléchargement de vos documents en cours';

/** Downloads the ZIP of these statements, or of everything in the account; `what` is in its name. */
export function useArchive(what: string, onFailed?: () => void) {
  const controller = useRef<AbortController>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (ids: readonly number[] | undefined) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      const query = ids === undefined ? {} : { etats: ids.join(',') };
      return callBlob(exportStatements, { query, timeoutMs: TIMEOUT_MS, signal }, setProgress);
    },
    onMutate: () => announce(`${ARCHIVE_BEGUN}.`),
    onSuccess: (zip) => saveFile(zip, `Clairisque - ${what} - ${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (failure) => (isCancelled(failure) ? announce('Téléchargement annulé.') : onFailed?.()),
    onSettled: () => setProgress(null),
  });
  const cancel = () => controller.current?.abort();
  const hasFailed = error !== null && !isCancelled(error);
  return { isPending, isSuccess, error, hasFailed, progress, start: (ids?: readonly number[]) => mutate(ids), cancel };
}

/** « Préparation… » until the first bytes arrive. */
export function progressWords(progress: Progress | null): string {
  if (progress === null) return 'Préparation de vos documents…';
  return progress.total === null
    ? fileSize(progress.done)
    : `${fileSize(progress.done)} sur ${fileSize(progress.total)}`;
}

const isCancelled = (error: Error): boolean => error.name === 'AbortError';
