import { fileName } from '@clairisque/contract/common/file-name.ts';
import { downloadHandedOver, type FileForm, type HandedForm } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile, fileSize } from '#lib/download.ts';
import { formatMoment } from '#lib/dates.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { paths, verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FILES, formOf } from './forms.ts';
import styles from './handover-page.module.css';
import { type KeptReceipt, isGone, openedQuery, type OpenedHandover } from './opened-handover.ts';

const FAILED = 'Le téléchargement n’a pas abouti. Veuillez réessayer.';

type HandedOverProps = { receipt: KeptReceipt; handover: OpenedHandover; isJustNow: boolean };

/** After « reçu »: the document, and how to check it. */
export function HandedOver({ receipt, handover, isJustNow }: HandedOverProps) {
  const arrival = useFocusOnArrival<HTMLElement>(isJustNow);
  const { jeton, recu } = receipt;
  const files = handover.fichiers ?? [{ forme: 'complete', sha256: handover.sha256, taille: handover.taille }];
  const form = formOf(files);
  const download = useMutation({
    mutationFn: (forme: FileForm) =>
      callBlob(downloadHandedOver, { params: { jeton }, query: { recu, forme }, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (file, forme) => {
      const after = forme === 'courte' ? ' - version courte.pdf' : '.pdf';
      saveFile(file, fileName({ before: handover.reference, free: handover.adresse, after }));
    },
    onError: (error) => {
      // Closed, or completed since it was received.
      if (isGone(error) || isConflict(error))
        void queryClient.refetchQueries({ queryKey: openedQuery(jeton).queryKey });
    },
  });
  return (
    <section ref={arrival} tabIndex={-1} className={styles.handedOver} aria-label="Votre document">
      <Banner tone="success" title={typeset(`Vous avez accusé réception le ${formatMoment(receipt.recu_le)}`)}>
        {KEEP[form]} Une copie vous est envoyée par e-mail.
      </Banner>
      <div className={styles.actions}>
        {files.map(({ forme, taille: size }, index) => (
          <Button
            key={forme}
            size="large"
            variant={index === 0 ? 'primary' : 'secondary'}
            icon={<Download aria-hidden="true" />}
            loading={download.isPending && download.variables === forme}
            onClick={() => !download.isPending && download.mutate(forme)}
          >
            Télécharger {nameIn(form, forme)} ({fileSize(size)})
          </Button>
        ))}
        <ButtonLink size="large" variant="secondary" to={generatePath(paths.handedOverDocument, { jeton })}>
          Lire à l’écran
        </ButtonLink>
      </div>
      <div role="alert">
        {download.isError && <Banner tone="error" title={retryHint(download.error) ?? sentenceOf(download.error)} />}
      </div>
      <output>{download.isSuccess && 'Téléchargement terminé.'}</output>
      <p className={styles.small}>
        Plus tard, la <Link to={verificationPath(handover.reference)}>page de vérification</Link> vous dira si ce
        document est toujours valable, et si votre fichier est bien l’original.
      </p>
      {files.map(({ forme, sha256 }) => (
        <p key={forme} className={styles.small}>
          {files.length > 1 ? `${FILES[forme]}, empreinte SHA-256` : 'Son empreinte SHA-256'}&nbsp;:{' '}
          <code className={styles.digest}>{sha256}</code>
        </p>
      ))}
    </section>
  );
}

const isConflict = (error: Error): boolean => error instanceof ApiFailure && error.status === 409;
/** A conflict says what to do. */
const sentenceOf = (error: Error): string => (isConflict(error) && refusalSentence(error)) || FAILED;

const KEEP: Record<HandedForm, string> = {
  complete: 'Gardez le PDF\u00A0: c’est le document que vous avez reçu.',
  courte:
    'Gardez le PDF\u00A0: c’est la version courte que vous avez reçue. Ses annexes sont dans le document complet, à demander à la personne qui vous l’a remise.',
  les_deux: 'Gardez les PDF\u00A0: le document complet, et sa version courte sans annexes.',
};

function nameIn(form: HandedForm, file: FileForm): string {
  if (file === 'courte') return 'la version courte';
  return form === 'les_deux' ? 'le PDF complet' : 'le PDF';
}
