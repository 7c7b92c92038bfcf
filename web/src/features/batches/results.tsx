import { readBatchDocuments, readBatchMap, readBatchTable, type Batch } from '@clairisque/contract/batches.v3.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { CallInput, Progress } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { showToast } from '#lib/toasts.ts';
import { spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { numberOf } from './batch-query.ts';
import styles from './batches.module.css';

type Call = CallInput<typeof readBatchMap>;
type Save = (input: Call, onProgress: (progress: Progress) => void) => Promise<Blob>;

const FILES: Record<'documents.zip' | 'resultats.csv' | 'resultats.geojson', { label: string; read: Save }> = {
  'documents.zip': { label: 'Tous les PDF (ZIP)', read: (input, show) => callBlob(readBatchDocuments, input, show) },
  'resultats.csv': { label: 'Tableau (CSV)', read: (input, show) => callBlob(readBatchTable, input, show) },
  'resultats.geojson': { label: 'Carte (GeoJSON)', read: (input, show) => callBlob(readBatchMap, input, show) },
};
type File = keyof typeof FILES;
/** Ten thousand documents. */
const TIMEOUT_MS = 3_600_000;

export function Results({ batch }: { batch: Batch }) {
  const headingId = useId();
  if (batch.rows.issued === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>Résultats</h2>
      <div className={styles.actions}>
        {(['documents.zip', 'resultats.csv', 'resultats.geojson'] as const).map((file) => (
          <ResultFile key={file} batch={batch} file={file} />
        ))}
        <ButtonLink to={spaceTab('mesERP-tabs-simple')} variant="secondary">
          Voir mes états des risques
        </ButtonLink>
      </div>
    </section>
  );
}

function ResultFile({ batch, file }: { batch: Batch; file: File }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const download = useMutation({
    mutationFn: () => FILES[file].read({ params: { batch_id: batch.id }, timeoutMs: TIMEOUT_MS }, setProgress),
    onSuccess: (blob) => saveFile(blob, `Clairisque - import ${numberOf(batch)} - ${file}`),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
    onSettled: () => setProgress(null),
  });
  return (
    <span className={styles.file}>
      <Button
        variant={file === 'documents.zip' ? 'primary' : 'secondary'}
        icon={<Download aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {FILES[file].label}
      </Button>
      {download.isPending && (
        <ProgressBar label="Téléchargement" done={progress?.done ?? 0} total={progress?.total ?? null} />
      )}
    </span>
  );
}
