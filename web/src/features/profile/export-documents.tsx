import { myInvoices } from '#responses/credits.ts';
import { listStatements } from '#responses/statements.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useRef } from 'react';
import { ARCHIVE_BEGUN, progressWords, useArchive } from '#features/statements/use-archive.ts';
import { ApiFailure, call, type Progress } from '#lib/api.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './deletion.module.css';

const FAILED = 'Erreur lors du téléchargement. Veuillez réessayer.';
const NOTHING = 'Vous n’avez aucun document à télécharger.';

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
  const { isPending, isSuccess, error, hasFailed, progress, start, cancel } = useArchive('mes documents');
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
        onClick={() => start()}
      >
        Télécharger tous mes documents (ZIP)
      </Button>
      <output className={styles.small}>
        {isSuccess
          ? 'Téléchargement terminé. Vérifiez que le fichier s’ouvre.'
          : 'Vos documents, vos factures et des tableaux récapitulatifs.'}
      </output>
      {isPending && <UnderWay progress={progress} onCancel={andFocus(cancel)} />}
      {hasFailed && (
        <div className={styles.download}>
          <Banner
            tone="error"
            role="alert"
            title={FAILED}
            action={
              <Button variant="secondary" onClick={andFocus(() => start())}>
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
      <ProgressBar label={ARCHIVE_BEGUN} done={progress?.done ?? 0} total={progress?.total ?? null} />
      <span className={styles.small}>{progressWords(progress)}</span>
      <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={onCancel}>
        Annuler le téléchargement
      </Button>
    </div>
  );
}

const isNothing = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 404;
