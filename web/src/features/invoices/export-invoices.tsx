import { exportInvoices } from '@clairisque/contract/invoices.ts';
import { useMutation } from '@tanstack/react-query';
import { FolderDown } from 'lucide-react';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob } from '#lib/call-blob.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import styles from './invoices.module.css';

/** For the accountant: every invoice, and a table with HT, TVA and TTC. */
export function ExportInvoices() {
  const download = useMutation({
    mutationFn: () => callBlob(exportInvoices, { timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (zip) => saveFile(zip, `Clairisque - mes factures - ${new Date().toISOString().slice(0, 10)}.zip`),
  });
  return (
    <div className={styles.export}>
      <Button
        variant="secondary"
        icon={<FolderDown aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Télécharger toutes les factures (ZIP)
      </Button>
      <p className={styles.small}>Avec un tableau pour votre comptable&nbsp;: montants HT, TVA et TTC.</p>
      <p role="alert">{download.isError && 'Le téléchargement n’a pas abouti. Veuillez réessayer.'}</p>
    </div>
  );
}
