import { cancelBatch, readUnissuedRows, startBatch, type Batch } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiFailure, call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { useSession } from '#lib/session.ts';
import { forgetTab, writeTab } from '#lib/storage.ts';
import { showToast } from '#lib/toasts.ts';
import { useGuard } from '#lib/guard.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { ListLoading } from '#ui/list-states.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Badge } from '#ui/state.tsx';
import { countOf, nameOf, progressOf, STATES, summaryOf } from './batch-labels.ts';
import { batchQuery, isMoving, numberOf, oncePerPress, refreshBatch, useBatch } from './batch-query.ts';
import styles from './batches.module.css';
import { Results } from './results.tsx';
import { ReviewTable } from './review-table.tsx';
import { SourcesDown } from './sources-down.tsx';

/** One import: its check, its rows, its start, its progress, its results. */
export function BatchPage() {
  useGuard();
  const { id = '' } = useParams();
  const batch = useBatch(id);
  useEffect(() => forgetTab('import_sans_credits'), []);
  const isUnknown = batch.error instanceof ApiFailure && batch.error.status === 404;
  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.back}>
        <Link to={paths.batches}>Importer un fichier</Link>
      </p>
      {batch.data && <BatchView batch={batch.data} />}
      {!batch.data && !batch.isError && <ListLoading label="Chargement de l’import…" />}
      {!batch.data && batch.isError && (
        <>
          <h1>Import</h1>
          <Banner
            tone="error"
            role="alert"
            title={isUnknown ? 'Votre compte n’a pas cet import.' : 'Cet import n’a pas pu être chargé.'}
            action={
              <Button variant="secondary" loading={batch.isFetching} onClick={() => void batch.refetch()}>
                Réessayer
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}

function BatchView({ batch }: { batch: Batch }) {
  const { label, tone } = STATES[batch.status];
  const heading = useRef<HTMLHeadingElement>(null);
  const state = batch.status;
  // The button that was pressed is gone.
  const first = useRef(state);
  useEffect(() => {
    if (first.current === 'ready' && (state === 'running' || batch.ended_at !== null)) heading.current?.focus();
    first.current = state;
  }, [state, batch.ended_at]);
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {nameOf(batch)} <Badge tone={tone}>{label}</Badge>
        </h1>
        <output className={styles.note}>{isMoving(batch) ? '' : `${summaryOf(batch)}.`}</output>
      </header>
      {isMoving(batch) && <Moving batch={batch} />}
      {batch.status === 'ready' && <Ready batch={batch} />}
      {!isMoving(batch) && <Results batch={batch} />}
      <ReviewTable batch={batch} />
      <ToCorrect batch={batch} />
    </>
  );
}

function Moving({ batch }: { batch: Batch }) {
  const { label, done, total } = progressOf(batch);
  return (
    <section className={styles.section} aria-label="Avancement">
      <ProgressBar label={label} done={done} total={total} />
      <p className={styles.note}>
        {label}. Vous pouvez fermer cette page&nbsp;: le travail continue
        {batch.status === 'running' && ', et un e-mail vous dira quand il est fini'}.
      </p>
      {batch.problem !== null && <p className={styles.note}>{batch.problem.detail}</p>}
      {batch.stalled && (
        <Banner tone="warning" title={`${countOf(batch.stalled.rows, 'ligne attend', 'lignes attendent')} une source.`}>
          {batch.stalled.detail} Depuis le {formatMoment(batch.stalled.since)}. Prochain essai le{' '}
          {formatMoment(batch.stalled.next_try_at)}. Rien n’est débité pour elles avant leur émission.
        </Banner>
      )}
      <div className={styles.actions}>
        <Cancel batch={batch} />
      </div>
    </section>
  );
}

function Ready({ batch }: { batch: Batch }) {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => call(startBatch, { params: { batch_id: batch.id }, headers: oncePerPress() }),
    onSuccess: (next) => {
      queryClient.setQueryData(batchQuery(numberOf(batch)).queryKey, next);
      return refreshBatch(queryClient, numberOf(batch));
    },
  });
  const { ready, doubtful, refused } = batch.rows;
  const lacksCredit = starting.error instanceof ApiFailure && starting.error.status === 402;
  return (
    <section className={styles.section} aria-label="Lancement">
      <p className={styles.price}>
        {ready === 0
          ? 'Aucun bien n’est prêt.'
          : `${countOf(ready, 'bien est prêt', 'biens sont prêts')}\u00A0: ${countOf(ready, 'crédit', 'crédits')}.`}
      </p>
      <p className={styles.note}>
        {doubtful + refused > 0 &&
          'Les lignes à choisir et à corriger ne sont pas débitées. Vous pouvez les reprendre maintenant, pendant l’import ou après. '}
        Un bien qui échoue n’est pas débité.
      </p>
      {batch.problem !== null && <p className={styles.note}>{batch.problem.detail}</p>}
      {!starting.isError && <MissingCredits batch={batch} />}
      <SourcesDown />
      <div role="alert" className={styles.live}>
        {starting.isError && (
          <Banner tone="error" title="L’import n’a pas été lancé." action={lacksCredit && <BuyCredits batch={batch} />}>
            {refusalSentence(starting.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        {ready > 0 && (
          <Button loading={starting.isPending} onClick={() => starting.mutate()}>
            Lancer&nbsp;: {countOf(ready, 'crédit', 'crédits')}
          </Button>
        )}
        <Cancel batch={batch} />
      </div>
    </section>
  );
}

/** A shortage is told before the start, which the server would refuse. */
function MissingCredits({ batch }: { batch: Batch }) {
  const asked = batch.rows.ready;
  const { credits = asked } = useSession();
  const missing = asked - credits;
  if (missing <= 0) return null;
  return (
    <Banner
      tone="warning"
      title={`Il vous manque ${countOf(missing, 'crédit', 'crédits')} pour lancer cet import.`}
      action={<BuyCredits batch={batch} />}
    />
  );
}

/** The page of a payment then leads back to the import. */
function BuyCredits({ batch }: { batch: Batch }) {
  const remember = () => writeTab('import_sans_credits', numberOf(batch));
  return (
    <ButtonLink to={paths.prices} variant="secondary" onClick={remember}>
      Acheter des crédits
    </ButtonLink>
  );
}

/** Rows that are not issued, for a spreadsheet. */
function ToCorrect({ batch }: { batch: Batch }) {
  const { refused, doubtful, failed } = batch.rows;
  const saving = useMutation({
    mutationFn: () => callBlob(readUnissuedRows, { params: { batch_id: batch.id }, query: { language: 'fr' } }),
    onSuccess: (blob) => saveFile(blob, `Clairisque - import ${numberOf(batch)} - à corriger.csv`),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
  if (refused + doubtful + failed === 0) return null;
  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Télécharger {countOf(refused + doubtful + failed, 'ligne non émise', 'lignes non émises')}, avec le motif
      </Button>
      <span className={styles.note}>Une fois corrigé, ce fichier s’importe tel quel.</span>
    </div>
  );
}

function Cancel({ batch }: { batch: Batch }) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(cancelBatch, { params: { batch_id: batch.id }, headers: oncePerPress() }),
    onSuccess: (next) => {
      queryClient.setQueryData(batchQuery(numberOf(batch)).queryKey, next);
      return refreshBatch(queryClient, numberOf(batch));
    },
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button variant="refusal" onClick={() => setAsked(true)}>
        {batch.status === 'running' ? 'Arrêter' : 'Annuler l’import'}
      </Button>
      {cancelling.isError && <p role="alert">L’import n’a pas pu être arrêté. Veuillez réessayer.</p>}
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        {...cancelWords(batch)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Continuer
            </Button>
            <Button variant="danger" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
              {batch.status === 'running' ? 'Arrêter' : 'Annuler l’import'}
            </Button>
          </>
        }
      />
    </>
  );
}

/** The dialog says what stopping keeps, and what it loses. */
function cancelWords({ status, rows }: Batch): { title: string; description: string } {
  if (status === 'running') {
    return {
      title: 'Arrêter cet import ?',
      description: 'Les états déjà émis vous restent. Les crédits des autres vous sont rendus.',
    };
  }
  if (rows.issued > 0) {
    return {
      title: 'Annuler la suite de cet import ?',
      description: `${countOf(rows.issued, 'état déjà émis vous reste', 'états déjà émis vous restent')}. Les lignes prêtes ou à choisir sont ignorées, sans débit.`,
    };
  }
  return {
    title: 'Annuler cet import ?',
    description: 'Rien n’a été débité. Il faudra importer le fichier de nouveau.',
  };
}
