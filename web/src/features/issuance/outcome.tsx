import { downloadAttachment, readOutcome } from '@clairisque/contract/documents.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { z } from 'zod';
import { retryHint } from '#features/accounts/refusal.ts';
import { call, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile, fileSize } from '#lib/download.ts';
import { Button } from '#ui/button.tsx';
import styles from './outcome.module.css';

type Outcome = z.infer<(typeof readOutcome.schema.response)[200]>;

/** Summary of the issued document on the reception screen. It never changes; without it the PDF is still available. */
export const outcomeQuery = (erpId: number) =>
  queryOptions({
    queryKey: ['outcome', erpId],
    queryFn: ({ signal }) => call(readOutcome, { params: { erp_id: String(erpId) }, signal }),
    staleTime: Infinity,
    retry: false,
  });

/** The document's own text. */
export function LeftToDo({ steps }: { steps: Outcome['a_faire'] }) {
  return (
    <section aria-labelledby="reste-a-faire" className={styles.section}>
      <h2 id="reste-a-faire">Ce qu’il vous reste à faire</h2>
      <ol className={styles.steps}>
        {steps.map(({ titre, texte, points }) => (
          <li key={titre}>
            <strong>{titre}</strong>
            <p>{texte}</p>
            {points.length > 0 && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Complete maps, règlements and sheets: the PDF binds only the relevant pages, and some readers hide attachments. */
export function OfficialFiles({ erpId, pieces }: { erpId: number; pieces: Outcome['pieces'] }) {
  const download = useMutation({
    mutationFn: (fichier: string) =>
      callBlob(downloadAttachment, { params: { erp_id: String(erpId), fichier }, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: saveFile,
  });
  if (pieces.length === 0) return null;
  return (
    <section aria-labelledby="pieces" className={styles.section}>
      <h2 id="pieces">Cartes, règlements et fiches officiels</h2>
      <p>Les pages utiles sont déjà dans votre PDF. Voici les fichiers entiers, si l’on vous les demande.</p>
      <ul className={styles.pieces}>
        {pieces.map(({ fichier, titre, octets }) => (
          <li key={fichier}>
            <Button
              variant="secondary"
              icon={<FileDown aria-hidden="true" />}
              loading={download.isPending && download.variables === fichier}
              onClick={() => download.mutate(fichier)}
            >
              {titre} ({fileSize(octets)})
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.error}>
        {download.isError && (retryHint(download.error) ?? 'Le téléchargement n’a pas abouti. Veuillez réessayer.')}
      </p>
    </section>
  );
}
