import { cancelLot, startLot, type Lot } from '@clairisque/contract/batches.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiFailure, call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { useGuard } from '#pages/space/guard.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { ListLoading } from '#ui/list-states.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Badge } from '#ui/state.tsx';
import styles from './batches.module.css';
import { DoubtfulLines, RefusedLines } from './lines.tsx';
import { countOf, progressOf, STATES, summaryOf } from './lot-labels.ts';
import { isMoving, lotQuery, useLot } from './lot-query.ts';
import { nameOf } from './lots-page.tsx';
import { Results } from './results.tsx';

/** One import: its check, its start, its progress, its results. */
export function LotPage() {
  useGuard();
  const { id = '' } = useParams();
  const lot = useLot(id);
  const isUnknown = lot.error instanceof ApiFailure && lot.error.status === 404;
  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.back}>
        <Link to={paths.batches}>Importer un fichier</Link>
      </p>
      {lot.data && <LotView lot={lot.data} />}
      {!lot.data && !lot.isError && <ListLoading label="Chargement de l’import…" />}
      {!lot.data && lot.isError && (
        <>
          <h1>Import</h1>
          <Banner
            tone="error"
            role="alert"
            title={isUnknown ? 'Votre compte n’a pas cet import.' : 'Cet import n’a pas pu être chargé.'}
            action={
              <Button variant="secondary" loading={lot.isFetching} onClick={() => void lot.refetch()}>
                Réessayer
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}

function LotView({ lot }: { lot: Lot }) {
  const { label, tone } = STATES[lot.etat];
  const heading = useRef<HTMLHeadingElement>(null);
  const state = lot.etat;
  // The button that was pressed is gone.
  const first = useRef(state);
  useEffect(() => {
    if (first.current !== state && (state === 'running' || lot.fini_le !== null)) heading.current?.focus();
    first.current = state;
  }, [state, lot.fini_le]);
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {nameOf(lot)} <Badge tone={tone}>{label}</Badge>
        </h1>
        <p className={styles.note} aria-live={isMoving(lot) ? 'off' : 'polite'}>
          {summaryOf(lot)}.
        </p>
      </header>
      {isMoving(lot) && <Moving lot={lot} />}
      {lot.etat === 'ready' && <Ready lot={lot} />}
      {!isMoving(lot) && <Results lot={lot} />}
      <Exceptions lot={lot} />
    </>
  );
}

function Exceptions({ lot }: { lot: Lot }) {
  return (
    <>
      {lot.lignes.doubtful > 0 && <DoubtfulLines lot={lot} />}
      {lot.lignes.failed > 0 && <RefusedLines lot={lot} etat="failed" title="Échecs, non débités" />}
      {lot.lignes.refused > 0 && <RefusedLines lot={lot} etat="refused" title="Lignes refusées" />}
    </>
  );
}

function Moving({ lot }: { lot: Lot }) {
  const { label, done, total } = progressOf(lot);
  return (
    <section className={styles.section} aria-label="Avancement">
      <ProgressBar label={label} done={done} total={total} />
      <p className={styles.note}>
        {label}. {lot.etat === 'running' && 'Vous pouvez fermer cette page\u00A0: le travail continue.'}
      </p>
      <div className={styles.actions}>
        <Cancel lot={lot} />
      </div>
    </section>
  );
}

function Ready({ lot }: { lot: Lot }) {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => call(startLot, { params: { lot_id: String(lot.id) } }),
    onSuccess: (next) => queryClient.setQueryData(lotQuery(String(lot.id)).queryKey, next),
  });
  const { ready, doubtful } = lot.lignes;
  const lacksCredit = starting.error instanceof ApiFailure && starting.error.status === 402;
  return (
    <section className={styles.section} aria-label="Lancement">
      <p className={styles.price}>
        {ready === 0
          ? 'Aucun bien n’est prêt.'
          : `${countOf(ready, 'bien est prêt', 'biens sont prêts')}\u00A0: ${countOf(ready, 'crédit', 'crédits')}.`}
      </p>
      {doubtful > 0 && (
        <p className={styles.note}>
          {doubtful === 1
            ? 'Un bien attend votre choix, plus bas : sans choix, il est laissé de côté.'
            : `${doubtful} biens attendent votre choix, plus bas\u00A0: sans choix, ils sont laissés de côté.`}
        </p>
      )}
      <p className={styles.note}>Un bien qui échoue n’est pas débité.</p>
      <div role="alert" className={styles.live}>
        {starting.isError && (
          <Banner
            tone="error"
            title="L’import n’a pas été lancé."
            action={
              lacksCredit && (
                <ButtonLink to={paths.prices} variant="secondary">
                  Acheter des crédits
                </ButtonLink>
              )
            }
          >
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
        <Cancel lot={lot} />
      </div>
    </section>
  );
}

function Cancel({ lot }: { lot: Lot }) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(cancelLot, { params: { lot_id: String(lot.id) } }),
    onSuccess: (next) => queryClient.setQueryData(lotQuery(String(lot.id)).queryKey, next),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button variant="refusal" onClick={() => setAsked(true)}>
        {lot.etat === 'running' ? 'Arrêter' : 'Annuler l’import'}
      </Button>
      {cancelling.isError && <p role="alert">L’import n’a pas pu être arrêté. Veuillez réessayer.</p>}
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        title={lot.etat === 'running' ? 'Arrêter cet import ?' : 'Annuler cet import ?'}
        description={
          lot.etat === 'running'
            ? 'Les états déjà émis vous restent. Les crédits des autres vous sont rendus.'
            : 'Rien n’a été débité. Il faudra importer le fichier de nouveau.'
        }
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Continuer
            </Button>
            <Button variant="danger" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
              {lot.etat === 'running' ? 'Arrêter' : 'Annuler l’import'}
            </Button>
          </>
        }
      />
    </>
  );
}
