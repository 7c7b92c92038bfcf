import { fileName } from '@clairisque/contract/common/file-name.ts';
import { downloadHandedOver } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { formatMoment } from '#lib/dates.ts';
import { fileSize } from '#lib/french-number.ts';
import { queryClient } from '#lib/query-client.ts';
import { typeset } from '#lib/typeset.ts';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { paths, verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import styles from './handover-page.module.css';
import { type KeptReceipt, isGone, openedQuery, type OpenedHandover } from './opened-handover.ts';

const FAILED = 'Le téléchargement n’a pas abouti. Veuillez réessayer.';

type HandedOverProps = { receipt: KeptReceipt; handover: OpenedHandover; isJustNow: boolean };

/** After « reçu »: the document, and how to check it. */
export function HandedOver({ receipt, handover, isJustNow }: HandedOverProps) {
  const arrival = useFocusOnArrival<HTMLElement>(isJustNow);
  const { jeton, recu } = receipt;
  const download = useMutation({
    mutationFn: () => callBlob(downloadHandedOver, { params: { jeton }, query: { recu }, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (file) =>
      saveFile(file, fileName({ before: handover.reference, free: handover.adresse, after: '.pdf' })),
    onError: (error) => {
      if (isGone(error)) void queryClient.refetchQueries({ queryKey: openedQuery(jeton).queryKey });
    },
  });
  return (
    <section ref={arrival} tabIndex={-1} className={styles.handedOver} aria-label="Votre document">
      <Banner tone="success" title={typeset(`Vous avez accusé réception le ${formatMoment(receipt.recu_le)}`)}>
        Gardez le PDF&nbsp;: c’est le document que vous avez reçu. Une copie vous est envoyée par e-mail.
      </Banner>
      <div className={styles.actions}>
        <Button
          size="large"
          icon={<Download aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Télécharger le PDF ({fileSize(handover.taille)})
        </Button>
        <ButtonLink size="large" variant="secondary" to={generatePath(paths.handedOverDocument, { jeton })}>
          Lire à l’écran
        </ButtonLink>
      </div>
      <div role="alert">{download.isError && <Banner tone="error" title={retryHint(download.error) ?? FAILED} />}</div>
      <output>{download.isSuccess && 'Téléchargement terminé.'}</output>
      <p className={styles.small}>
        Plus tard, la <Link to={verificationPath(handover.reference)}>page de vérification</Link> vous dira si ce
        document est toujours valable, et si votre fichier est bien l’original. Son empreinte SHA-256&nbsp;:{' '}
        <code className={styles.digest}>{handover.sha256}</code>
      </p>
    </section>
  );
}
