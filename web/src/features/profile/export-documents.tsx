import { exportStatements, listStatements } from '@clairisque/contract/statements.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ApiFailure, call, callBlob } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import styles from './deletion.module.css';

/** Hundreds of documents on a phone's network. */
const TIMEOUT_MS = 15 * 60_000;
const FAILED = 'Erreur lors du téléchargement. Veuillez réessayer.';

/** Everything that the account holds, in one file; or the sentence that says there is nothing. */
export function ExportDocuments() {
  const statements = useQuery({ queryKey: ['statements'], queryFn: ({ signal }) => call(listStatements, { signal }) });
  const download = useMutation({
    mutationFn: () => callBlob(exportStatements, { timeoutMs: TIMEOUT_MS }),
    onSuccess: (zip) => saveFile(zip, `Clairisque - mes documents - ${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (error) => !isNothing(error) && showToast('error', FAILED),
  });
  if (statements.data?.length === 0 || isNothing(download.error)) {
    return <p className={styles.nothing}>Vous n’avez aucun document à télécharger.</p>;
  }
  return (
    <div className={styles.export}>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Télécharger tous mes documents (ZIP)
      </Button>
      <output className={styles.small}>
        {download.isSuccess
          ? 'Téléchargement terminé. Vérifiez que le fichier s’ouvre.'
          : contents(statements.data?.length)}
      </output>
    </div>
  );
}

function isNothing(error: Error | null): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

function contents(count: number | undefined): string {
  if (count === undefined) return 'Vos PDF et un tableau récapitulatif.';
  return count > 1 ? `${count} PDF et un tableau récapitulatif.` : 'Un PDF et un tableau récapitulatif.';
}
