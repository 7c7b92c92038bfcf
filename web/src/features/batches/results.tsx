import { LOT_FILES, readLotFileOfResults, type Lot } from '@clairisque/contract/batches.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { Progress } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { showToast } from '#lib/toasts.ts';
import { spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './batches.module.css';

type File = (typeof LOT_FILES)[number];
const LABELS: Record<File, string> = {
  'documents.zip': 'Tous les PDF (ZIP)',
  'resultats.csv': 'Tableau (CSV)',
  'resultats.geojson': 'Carte (GeoJSON)',
};
/** Ten thousand documents. */
const TIMEOUT_MS = 3_600_000;

export function Results({ lot }: { lot: Lot }) {
  const headingId = useId();
  if (lot.lignes.issued === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>Résultats</h2>
      <div className={styles.actions}>
        {(['documents.zip', 'resultats.csv', 'resultats.geojson'] as const).map((file) => (
          <ResultFile key={file} lot={lot} file={file} />
        ))}
        <ButtonLink to={spaceTab('mesERP-tabs-simple')} variant="secondary">
          Voir mes états des risques
        </ButtonLink>
      </div>
    </section>
  );
}

function ResultFile({ lot, file }: { lot: Lot; file: File }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const download = useMutation({
    mutationFn: () => {
      const params = { lot_id: String(lot.id), fichier: file };
      return callBlob(readLotFileOfResults, { params, timeoutMs: TIMEOUT_MS }, setProgress);
    },
    onSuccess: (blob) => saveFile(blob, `Clairisque - import ${lot.id} - ${file}`),
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
        {LABELS[file]}
      </Button>
      {download.isPending && (
        <ProgressBar label="Téléchargement" done={progress?.done ?? 0} total={progress?.total ?? null} />
      )}
    </span>
  );
}
