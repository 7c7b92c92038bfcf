import { myInvoices } from '#responses/credits.ts';
import { exportStatements } from '@clairisque/contract/statements.ts';
import { listStatements } from '#responses/statements.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call, type Progress } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { fileSize } from '#lib/french-number.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './deletion.module.css';

/** Allows hundreds of documents on a phone's network. */
const TIMEOUT_MS = 15 * 60_000;
const FAILED = 'Erreur lors du téléchargement. Veuillez réessayer.';
const NOTHING = 'Vous n’avez aucun document à télécharger.';
const BEGUN = 'Téléchargement de vos documents en cours';

/** Whether there is anything to download, without the whole list: its first statement, or an invoice. */
const isEmptyQuery = queryOptions({
  queryKey: ['statements', 'none'],
  queryFn: async ({ signal }) => {
    const [statements, invoices] = await Promise.all([
      call(listStatements, { signal, headers: { range: 'items=0-0' } }),
      call(myInvoices, { signal }),
    ]);
    return statements.length + invoices.length === 0;
  },
});

/** Everything in the account, in one file; or a sentence that says there is nothing. */
export function ExportDocuments() {
  const button = useRef<HTMLButtonElement>(null);
  const { data: isEmpty } = useQuery(isEmptyQuery);
  const { isPending, isSuccess, error, progress, start, cancel } = useExport();
  /** For buttons that disappear after use. */
  const andFocus = (act: () => void) => () => {
    act();
    button.current?.focus();
  };
  if (isEmpty || isNothing(error)) return <p className={styles.nothing}>{NOTHING}</p>;
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
      {isPending && <UnderWay progress={progress} onCancel={andFocus(cancel)} />}
      {error !== null && !isCancelled(error) && (
        <div className={styles.download}>
          <Banner
            tone="error"
            role="alert"
            title={FAILED}
            action={
              <Button variant="secondary" onClick={andFocus(start)}>
                Réessayer
              </Button>
            }
          />
        </div>
      )}
    </div>
  );
}

function UnderWay({ progress, onCancel }: { progress: Progress | null; onCancel: () => void }) {
  return (
    <div className={styles.download}>
      <ProgressBar label={BEGUN} done={progress?.done ?? 0} total={progress?.total ?? null} />
      <span className={styles.small}>{wordsOf(progress)}</span>
      <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={onCancel}>
        Annuler le téléchargement
      </Button>
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

/** « Préparation… » until the first bytes arrive. */
function wordsOf(progress: Progress | null): string {
  if (progress === null) return 'Préparation de vos documents…';
  return progress.total === null
    ? fileSize(progress.done)
    : `${fileSize(progress.done)} sur ${fileSize(progress.total)}`;
}

const isNothing = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 404;
const isCancelled = (error: Error): boolean => error.name === 'AbortError';
