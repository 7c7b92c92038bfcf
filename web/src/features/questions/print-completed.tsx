import { fileName } from '@clairisque/contract/common/file-name.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { completeStatement, type Questions } from '@clairisque/contract/questions.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { retryHint } from '#features/accounts/refusal.ts';
import { forgetFormerEdition } from '#features/statements/statements-query.ts';
import { ApiFailure, call, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { formatDay } from '#lib/dates.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import { typeset } from '#lib/typeset.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './checklist.module.css';
import { questionsQuery } from './questions-query.ts';

type PrintCompletedProps = {
  id: string;
  known: Questions;
  /** Nothing else is left to do. */
  isLast: boolean;
};

/** « Imprimer l’état complété »: a new print of the same facts with the answers, downloaded at once. */
export function PrintCompleted({ id, known, isLast }: PrintCompletedProps) {
  const download = useCompletedDownload(id, known.adresse ?? '');
  const printing = useMutation({
    mutationFn: () => call(completeStatement, { params: { erp_id: id }, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: ({ reference }) => {
      download.mutate(reference);
      void forgetFormerEdition(Number(id));
    },
    // Renewed, concluded or completed elsewhere meanwhile: the list says where it stands now.
    onError: (error) => {
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: questionsQuery(id).queryKey });
    },
  });
  if (known.refus !== null && !printing.data) return <Banner tone="warning" title={typeset(known.refus)} />;
  const isWaiting = known.a_imprimer > 0;
  return (
    <>
      {printing.data && (
        <Printed edition={printing.data} isDownloading={download.isPending} onDownload={download.mutate} />
      )}
      {isWaiting && (
        <Card className={styles.summary}>
          <h2>{typeset(waitingOf(known.a_imprimer))}</h2>
          <p>
            L’état complété reprend les mêmes informations, la même date et la même validité, avec vos réponses. C’est
            gratuit&nbsp;; {leftOf(known.editions_restantes)}.
          </p>
          <div className={styles.actions}>
            <Button
              size="large"
              variant={isLast ? 'primary' : 'secondary'}
              icon={<Printer aria-hidden="true" />}
              loading={printing.isPending}
              onClick={() => printing.mutate()}
            >
              Imprimer l’état complété
            </Button>
          </div>
        </Card>
      )}
      <div role="alert" className={styles.alert}>
        {printing.isError && <Banner tone="error" title={sentenceOf(printing.error)} />}
      </div>
    </>
  );
}

const NOT_PRINTED = 'L’état complété n’a pas pu être imprimé. Vos réponses sont gardées : réessayez.';
const sentenceOf = (error: Error): string => typeset(refusalSentence(error) ?? retryHint(error) ?? NOT_PRINTED);
const isConflict = (error: Error): boolean => error instanceof ApiFailure && error.status === 409;

const waitingOf = (count: number): string => (count === 1 ? 'Une réponse à imprimer' : `${count} réponses à imprimer`);

function leftOf(editions: number): string {
  if (editions === 1) return 'c’est la dernière impression possible pour ce document';
  return `vous pouvez encore le faire ${editions} fois pour ce document`;
}

function useCompletedDownload(id: string, address: string) {
  return useMutation({
    mutationFn: (_reference: string) =>
      callBlob(downloadStatement, { params: { erp_id: id }, query: {}, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (file, reference) => saveFile(file, fileName({ before: reference, free: address, after: '.pdf' })),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
}

type PrintedProps = {
  edition: { reference: string; ouvertes: number; expire_le: string };
  isDownloading: boolean;
  onDownload: (reference: string) => void;
};

function Printed({ edition, isDownloading, onDownload }: PrintedProps) {
  const box = useFocusOnArrival<HTMLDivElement>();
  const { reference, ouvertes: open, expire_le: lastDay } = edition;
  return (
    <div ref={box} tabIndex={-1} className={styles.printed}>
      <Banner
        tone="success"
        live
        title={`${reference} est prêt`}
        action={
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" />}
            loading={isDownloading}
            onClick={() => onDownload(reference)}
          >
            Télécharger de nouveau
          </Button>
        }
      >
        {typeset(
          `Le PDF se télécharge. Il est valable jusqu’au ${formatDay(lastDay)}, comme le précédent, qui reste vérifiable et marqué « complété ». Vos liens de remise donnent désormais cette version. ${restOf(open)}`,
        )}
      </Banner>
    </div>
  );
}

function restOf(open: number): string {
  if (open === 0) return 'Il ne reste que les signatures.';
  return open === 1 ? 'Une question reste à remplir à la main.' : `${open} questions restent à remplir à la main.`;
}
