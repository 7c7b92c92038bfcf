import { downloadReceipt, type Handover } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { isUpdateOf } from '#features/verification/succession.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { formatMoment, parisDay } from '#lib/dates.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { LinkNote } from '#ui/link-item.tsx';
import { FILES } from './forms.ts';
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
            <LinkNote>
              Le {formatMoment(receipt.recu_le)}. {downloadsOf(receipt)}
            </LinkNote>
            {receipt.ancienne && (
              <LinkNote tone="doubt">
                A reçu {receipt.reference ?? 'une version'},{' '}
                {isUpdateOf(reference, receipt.reference ?? reference) ? 'mise à jour' : 'complétée'} depuis&nbsp;:
                renvoyez-lui le lien pour qu’il&nbsp;reçoive {reference}.
              </LinkNote>
            )}
          </div>
          <ReceiptDownload receipt={receipt} reference={receipt.reference ?? reference} />
        </li>
      ))}
    </ul>
  );
}

/** « PDF téléchargé le … »; with a short version, each file by its name. */
function downloadsOf({ fichiers: files }: Receipt): string {
  const isPlain = files.every(({ forme }) => forme === 'complete');
  return files
    .map(({ forme, telecharge_le: at }) => {
      const what = isPlain ? 'PDF' : FILES[forme];
      const done = forme === 'courte' ? 'téléchargée' : 'téléchargé';
      return at === null ? `${what} pas encore ${done}.` : `${what} ${done} le ${formatMoment(at)}.`;
    })
    .join(' ');
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
