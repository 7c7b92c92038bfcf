import { downloadReceipt, type Handover } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callBlob, saveFile } from '#lib/download.ts';
import { formatMoment, parisDay } from '#lib/dates.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import styles from './handover-link.module.css';

type Receipt = Handover['recus'][number];

/** Who acknowledged, when, and the proof to keep. */
export function Receipts({ receipts, reference }: { receipts: readonly Receipt[]; reference: string }) {
  return (
    <ul className={styles.receipts} aria-label="Récépissés" aria-live="polite">
      {receipts.map((receipt) => (
        <li key={receipt.id}>
          <div>
            <p className={styles.who}>
              Reçu par {receipt.nom} <span className={styles.email}>{receipt.email}</span>
            </p>
            <p className={styles.note}>
              Le {formatMoment(receipt.recu_le)}.{' '}
              {receipt.telecharge_le === null
                ? 'PDF pas encore téléchargé.'
                : `PDF téléchargé le ${formatMoment(receipt.telecharge_le)}.`}
            </p>
          </div>
          <ReceiptDownload receipt={receipt} reference={reference} />
        </li>
      ))}
    </ul>
  );
}

function ReceiptDownload({ receipt, reference }: { receipt: Receipt; reference: string }) {
  const download = useMutation({
    mutationFn: () => callBlob(downloadReceipt, { params: { recu_id: receipt.id } }),
    onSuccess: (file) => saveFile(file, `Recepisse ${reference} ${parisDay(receipt.recu_le)}.pdf`),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      loading={download.isPending}
      disabledReason={receipt.recepisse_pret ? undefined : 'En préparation'}
      aria-label={`Récépissé de ${receipt.nom}`}
      onClick={() => download.mutate()}
    >
      Récépissé
    </Button>
  );
}
