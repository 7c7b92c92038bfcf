import { exportStatements } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { announce } from '#lib/announce.ts';
import { ApiFailure, callBlob, type Progress } from '#lib/api.ts';
import { fileSize } from '#lib/file-size.ts';
import { saveFile } from '#lib/save-file.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './deletion.module.css';

/** Hundreds of documents on a phone's network. */
const TIMEOUT_MS = 15 * 60_000;
const FAILED = 'Erreur lors du téléchargement. Veuillez réessayer.';
const NOTHING = 'Vous n’avez aucun document à télécharger.';
const BEGUN = 'Téléchargement de vos documents en cours';

/** Everything that the account holds, in one file; or the sentence that says there is nothing. */
export function ExportDocuments() {
  const button = useRef<HTMLButtonElement>(null);
  const { isPending, isSuccess, error, progress, start, cancel } = useExport();
  const focusButton = () => button.current?.focus();
  if (isNothing(error)) return <p className={styles.nothing}>{NOTHING}</p>;
  return (
    <div className={styles.export}>
      <Button
        ref={button}
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={isPending}
        onClick={start}
      >
        Télécharger tous mes documents (ZIP)
      </Button>
      <output className={styles.small}>
        {isSuccess
          ? 'Téléchargement terminé. Vérifiez que le fichier s’ouvre.'
          : 'Vos documents, vos factures et des tableaux récapitulatifs.'}
      </output>
      <div className={styles.download}>
        {isPending && (
          <div>
            <ProgressBar label={BEGUN} done={progress?.done ?? 0} total={progress?.total ?? null} />
            <span className={styles.small}>{wordsOf(progress)}</span>
            <span>
              <Button
                variant="quiet"
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  cancel();
                  focusButton();
                }}
              >
                Annuler le téléchargement
              </Button>
            </span>
          </div>
        )}
        {error !== null && !isCancelled(error) && (
          <Banner
            tone="error"
            role="alert"
            title={FAILED}
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  start();
                  focusButton();
                }}
              >
                Réessayer
              </Button>
            }
          />
        )}
      </div>
    </div>
  );
}

function useExport() {
  const controller = useRef<AbortController>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      return callBlob(exportStatements, { timeoutMs: TIMEOUT_MS, signal }, setProgress);
    },
    onMutate: () => announce(`${BEGUN}.`),
    onSuccess: (zip) => saveFile(zip, `Clairisque - mes documents - ${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (failure) => isCancelled(failure) && announce('Téléchargement annulé.'),
    onSettled: () => setProgress(null),
  });
  const cancel = () => controller.current?.abort();
  return { isPending, isSuccess, error, progress, start: () => mutate(), cancel };
}

/** « Préparation… » as long as nothing has come. */
function wordsOf(progress: Progress | null): string {
  if (progress === null) return 'Préparation de vos documents…';
  return progress.total === null
    ? fileSize(progress.done)
    : `${fileSize(progress.done)} sur ${fileSize(progress.total)}`;
}

const isNothing = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 404;
const isCancelled = (error: Error): boolean => error.name === 'AbortError';
