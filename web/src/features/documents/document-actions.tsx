import type { PrintedStatement } from '@clairisque/contract/common/printed-document.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { Link } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { saveFile } from '#lib/download.ts';
import { verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import styles from './document.module.css';

/** How to get the PDF of the page. */
export type PdfDownload = { ask: () => Promise<Blob>; fileName: string };

/** Only the PDF has legal weight: it is one click away. */
export function DocumentActions({ document, download }: { document: PrintedStatement; download: PdfDownload }) {
  const asked = useMutation({
    mutationFn: download.ask,
    networkMode: 'always',
    onSuccess: (file) => saveFile(file, download.fileName),
  });
  return (
    <div className={styles.actions}>
      <div className={styles.buttons}>
        <Button icon={<Download aria-hidden="true" />} loading={asked.isPending} onClick={() => asked.mutate()}>
          Télécharger le PDF
        </Button>
        <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Imprimer
        </Button>
        <Link to={verificationPath(document.running.reference)}>Vérifier ce document</Link>
      </div>
      <div role="alert">
        {asked.isError && (
          <Banner
            tone="error"
            title={retryHint(asked.error) ?? 'Le téléchargement n’a pas abouti. Veuillez réessayer.'}
          />
        )}
      </div>
      <output>{asked.isSuccess && 'Téléchargement terminé.'}</output>
      <p className={styles.small}>Le document à remettre et à signer est le PDF&nbsp;: cette page dit la même chose.</p>
    </div>
  );
}
