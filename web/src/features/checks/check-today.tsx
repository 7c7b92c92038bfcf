import { askCheck, downloadAttestation, type Check } from '@clairisque/contract/checks.ts';
import type { PlannedDates } from '@clairisque/contract/checks.dates.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BookOpen, Download, SearchCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { generatePath, Link } from 'react-router';
import { forgetFormerEdition } from '#features/statements/statements-query.ts';
import { useDownload } from '#features/statements/use-download.ts';
import { announce } from '#lib/announce.ts';
import { call, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { callBlob, saveFile } from '#lib/download.ts';
import { queryClient } from '#lib/query-client.ts';
import { showToast } from '#lib/toasts.ts';
import { typeset } from '#lib/typeset.ts';
import { paths, verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ListFailed, ListLoading } from '#ui/list-states.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { checksQuery, isUnderWay, refreshFollowUp, showCheck } from './follow-up-query.ts';
import styles from './follow-up.module.css';
import { sentenceOf } from './use-dates.ts';

type CheckTodayProps = { id: string; statement: PlannedDates };

/** « Vérifier aujourd’hui », and what the newest check found. */
export function CheckToday({ id, statement }: CheckTodayProps) {
  const checks = useQuery(checksQuery(id));
  const newest = checks.data?.controles[0];
  useEnd(id, newest);
  return (
    <Card>
      <section aria-labelledby="verification" className={styles.section} aria-busy={checks.isPending}>
        <h2 id="verification">Vérification</h2>
        <p>
          Les sources publiques sont interrogées de nouveau pour les mêmes parcelles, et leurs réponses comparées à
          celles du document.
        </p>
        {checks.isPending && <ListLoading label="Chargement des vérifications…" />}
        {checks.isError && !checks.data && (
          <ListFailed
            label="Afficher les vérifications"
            loading={checks.isFetching}
            onRetry={() => void checks.refetch()}
          />
        )}
        {checks.data && (
          <>
            {newest ? (
              <Found id={id} check={newest} statement={statement} />
            ) : (
              <p>Ce document n’a pas encore été vérifié depuis son émission.</p>
            )}
            <AskCheck id={id} refusal={checks.data.refus} isRunning={isUnderWay(newest)} />
          </>
        )}
      </section>
    </Card>
  );
}

/** Once a check that this page saw running has ended, what it changed is asked again. */
function useEnd(id: string, newest: Check | undefined): void {
  const isRunning = isUnderWay(newest);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && newest) {
      announce(newest.phrase);
      void refreshFollowUp(id);
      void forgetFormerEdition(Number(id));
    }
    wasRunning.current = isRunning;
  }, [id, isRunning, newest]);
}

type AskCheckProps = { id: string; refusal: string | null; isRunning: boolean };

function AskCheck({ id, refusal, isRunning }: AskCheckProps) {
  const asking = useMutation({
    mutationFn: () => call(askCheck, { params: { erp_id: id } }),
    onSuccess: (check) => showCheck(id, check),
    // Signed, expired or deleted meanwhile: the list says why.
    onError: () => queryClient.invalidateQueries({ queryKey: checksQuery(id).queryKey }),
  });
  return (
    <>
      <div role="alert">{asking.isError && !isRunning && <Banner tone="error" title={sentenceOf(asking.error)} />}</div>
      <Button
        icon={<SearchCheck aria-hidden="true" />}
        loading={isRunning || asking.isPending}
        disabledReason={refusal === null || isRunning ? undefined : typeset(refusal)}
        onClick={() => asking.mutate()}
      >
        Vérifier aujourd’hui
      </Button>
    </>
  );
}

const ORIGINS: Record<Check['origine'], string> = {
  date: 'Prévue avant la signature',
  activation: 'Après une mise à jour des données publiques',
  proprietaire: 'Demandée par vous',
  visiteur: 'Demandée par une personne qui a ce document',
  programme: 'Demandée par votre logiciel',
};

type FoundProps = { id: string; check: Check; statement: PlannedDates };

/** Three outcomes, each with its own words; green only where nothing changed. */
function Found(props: FoundProps) {
  const { check } = props;
  return (
    <div className={styles.found}>
      <Outcome {...props} />
      <p className={styles.note}>
        {ORIGINS[check.origine]}, le {typeset(formatMoment(check.demande_le))}.
      </p>
    </div>
  );
}

function Outcome({ id, check, statement }: FoundProps) {
  const phrase = typeset(check.phrase);
  switch (check.etat) {
    case 'en_attente':
    case 'en_cours':
      return (
        <>
          <p>{phrase}</p>
          <ProgressBar label="Vérification en cours" done={0} total={null} />
          <p>Vous pouvez quitter cette page&nbsp;: la vérification continue, et son résultat s’affichera ici.</p>
        </>
      );
    case 'inchange':
      return (
        <Banner tone="success" title={phrase}>
          <Attestation id={id} check={check} />
        </Banner>
      );
    case 'change':
      return (
        <Banner tone="warning" title={phrase}>
          <Lines lines={check.changements} />
          {check.nouvelle_edition === statement.reference && <NewEdition id={id} statement={statement} />}
        </Banner>
      );
    case 'incomplet':
      return (
        <Banner tone="warning" title={phrase}>
          <Lines lines={check.non_obtenu.map(({ rubrique, raison }) => `${rubrique} : ${raison}`)} />
          {check.changements.length > 0 && (
            <>
              <p>Les sources qui ont répondu disent déjà autre chose que ce document&nbsp;:</p>
              <Lines lines={check.changements} />
            </>
          )}
        </Banner>
      );
    case 'abandonne':
      return <p>{phrase}</p>;
  }
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{typeset(line)}</li>
      ))}
    </ul>
  );
}

/** One page that says so, to join to the document. */
function Attestation({ id, check: { id: checkId, attestation } }: { id: string; check: Check }) {
  const reference = attestation?.reference ?? '';
  const download = useMutation({
    mutationFn: () =>
      callBlob(downloadAttestation, {
        params: { erp_id: id, controle_id: String(checkId) },
        timeoutMs: LONG_TIMEOUT_MS,
      }),
    onSuccess: (file) => saveFile(file, `${reference}.pdf`),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
  if (attestation === null) return null;
  return (
    <div className={styles.saved}>
      <p>
        L’attestation <Link to={verificationPath(reference)}>{reference}</Link>, d’une page, le dit rubrique par
        rubrique. Joignez-la au document.
      </p>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Télécharger l’attestation
      </Button>
    </div>
  );
}

function NewEdition({ id, statement: { reference, adresse } }: { id: string; statement: PlannedDates }) {
  const { start, isLoading } = useDownload({ id: Number(id), adresse });
  return (
    <div className={styles.saved}>
      <p>
        {typeset(
          `L’état ${reference} est complet et gratuit ; il a la même date d’expiration. Remettez-le avant la signature : vos liens de remise le donnent déjà, et les personnes qui avaient reçu le précédent sont prévenues.`,
        )}
      </p>
      <div className={styles.actions}>
        <Button icon={<Download aria-hidden="true" />} loading={isLoading} onClick={start}>
          Télécharger la nouvelle édition
        </Button>
        <ButtonLink
          variant="secondary"
          icon={<BookOpen aria-hidden="true" />}
          to={generatePath(paths.document, { id })}
        >
          La lire à l’écran
        </ButtonLink>
      </div>
    </div>
  );
}
