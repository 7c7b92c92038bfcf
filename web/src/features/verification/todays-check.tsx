import type { Outcome } from '@clairisque/contract/checks.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarSearch } from 'lucide-react';
import { useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { isLate, isUnderWay, lastCheckQuery, showAsked } from './todays-check-query.ts';
import styles from './todays-check.module.css';

type TodaysCheckProps = {
  /** Reference of the document on the page: a check of another edition is not shown. */
  reference: string;
  /** A replaced or expired document is no longer checked. */
  isCurrent: boolean;
  ask: () => Promise<Outcome>;
  /** Called when a check ends with another document in its place. */
  onReplaced: () => void;
  /** Leads to the document that replaces it. */
  renderReplacement: (reference: string) => ReactNode;
};

/** « Vérifier aujourd’hui », for whoever has the document: without an account (decision 0134). */
export function TodaysCheck({ reference, isCurrent, ask, onReplaced, renderReplacement }: TodaysCheckProps) {
  const titleId = useId();
  const { last, asking, outcome, isDropped } = useTodaysCheck(reference, ask);
  const isReplaced = outcome?.etat === 'change';
  const tellReplaced = useEffectEvent(onReplaced);
  useEffect(() => {
    if (isReplaced && isCurrent) tellReplaced();
  }, [isReplaced, isCurrent]);
  if (!isCurrent && !isReplaced) return null;
  return (
    <section className={styles.check} aria-labelledby={titleId}>
      <h2 id={titleId}>Est-il encore exact aujourd’hui&nbsp;?</h2>
      <div aria-live="polite" className={styles.outcome}>
        {isDropped && (
          <Banner tone="info" title="Vérification sans suite">
            Ce document a changé, a expiré, ou sa signature est faite. Rechargez cette page.
          </Banner>
        )}
        {outcome && (
          <OutcomeBanner
            outcome={outcome}
            renderReplacement={renderReplacement}
            isSilent={last.isError}
            isLate={isLate(outcome, last.dataUpdatedAt)}
          />
        )}
        {last.isError && !last.data && (
          <p>La dernière vérification n’a pas pu être lue. Vous pouvez en demander une.</p>
        )}
      </div>
      {isCurrent && <Ask asking={asking} isRunning={outcome !== null && isUnderWay(outcome)} />}
    </section>
  );
}

/** The newest check of the statement, and the one asked for here. */
function useTodaysCheck(reference: string, ask: () => Promise<Outcome>) {
  const last = useQuery(lastCheckQuery(reference));
  const asking = useMutation({
    mutationFn: ask,
    onSuccess: (asked) => showAsked(reference, asked),
    // Without a response, it may have begun all the same.
    onError: () => last.refetch(),
  });
  const newest = last.data ?? null;
  // The check that was asked for is dropped when an earlier one is the newest again.
  const isDropped = asking.isSuccess && last.isSuccess && (newest?.demande_le ?? '') < asking.data.demande_le;
  return { last, asking, isDropped, outcome: newest?.reference === reference && !isDropped ? newest : null };
}

type AskProps = {
  asking: Pick<ReturnType<typeof useTodaysCheck>['asking'], 'error' | 'isPending' | 'mutate'>;
  isRunning: boolean;
};

function Ask({ asking: { error, isPending, mutate }, isRunning }: AskProps) {
  return (
    <>
      <p>
        Les sources publiques sont interrogées de nouveau pour ce bien, sans frais et sans compte. Le résultat est aussi
        montré à la personne qui a établi ce document, sans dire qui l’a demandé.
      </p>
      <div role="alert">{error && <Banner tone="warning" title={typeset(reasonOf(error))} />}</div>
      <Button
        variant="secondary"
        icon={<CalendarSearch aria-hidden="true" />}
        loading={isPending || isRunning}
        onClick={() => mutate()}
      >
        Vérifier aujourd’hui
      </Button>
    </>
  );
}

/** What « rien n’a changé » says, and does not. */
export const UNCHANGED =
  'Ce jour-là, les sources publiques répondaient ce que le document écrit. Cela ne dit rien des jours suivants, ni de ce que le propriétaire a déclaré.';

/** A refusal says why, and until when; a server that is silent says nothing. */
function reasonOf(error: Error): string {
  const isRefusal = error instanceof ApiFailure && (error.status === 409 || error.status === 429);
  return (
    (isRefusal ? refusalSentence(error) : retryHint(error)) ??
    'La vérification n’a pas pu être demandée. Veuillez réessayer.'
  );
}

type OutcomeBannerProps = Pick<TodaysCheckProps, 'renderReplacement'> & {
  outcome: Outcome;
  isSilent: boolean;
  isLate: boolean;
};

/** Green only for « rien n’a changé ». */
function OutcomeBanner({ outcome, renderReplacement, isSilent, isLate }: OutcomeBannerProps) {
  const { etat, phrase, nouvelle_edition: newer } = outcome;
  if (isUnderWay(outcome)) {
    return (
      <Banner tone={isSilent ? 'warning' : 'info'} title={phrase}>
        {isSilent ? SILENT : isLate ? LATE : 'Cela prend d’ordinaire moins d’une minute.'}
      </Banner>
    );
  }
  if (etat === 'inchange') return <Unchanged outcome={outcome} />;
  if (etat === 'change') {
    return (
      <Banner tone="error" title={phrase} action={newer && renderReplacement(newer)}>
        C’est le nouveau document, de même date d’expiration, qui doit vous être remis avant la signature.
      </Banner>
    );
  }
  return <Incomplete outcome={outcome} />;
}

const SILENT =
  'Notre serveur ne répond pas. La vérification continue sans cette page, qui relira son résultat dès qu’il répondra.';
const LATE = 'Des sources tardent à répondre. Vous pouvez quitter cette page et y revenir\u00A0: le résultat y sera.';

function Unchanged({ outcome: { phrase, attestation } }: { outcome: Outcome }) {
  return (
    <Banner tone="success" title={phrase}>
      <p>{UNCHANGED}</p>
      {attestation && (
        <p>
          Une attestation d’une page en garde la preuve, à joindre au document&nbsp;:{' '}
          <Link to={verificationPath(attestation.reference)} className={styles.reference}>
            {attestation.reference}
          </Link>
          .
        </p>
      )}
    </Banner>
  );
}

function Incomplete({ outcome: { phrase, non_obtenu: missing } }: { outcome: Outcome }) {
  return (
    <Banner tone="warning" title="Vérification incomplète">
      <p>{phrase}</p>
      <ul>
        {missing.map(({ rubrique, raison }) => (
          <li key={rubrique}>{typeset(`${rubrique} : ${raison}`)}</li>
        ))}
      </ul>
      <p>Avant de signer, demandez ces informations en mairie ou sur georisques.gouv.fr.</p>
    </Banner>
  );
}
