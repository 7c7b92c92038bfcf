import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { generatePath, useParams } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure } from '#lib/api.ts';
import { useGuard } from '#lib/guard.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { CheckToday } from './check-today.tsx';
import { datesQuery } from './follow-up-query.ts';
import styles from './follow-up.module.css';
import { PlannedDatesCard } from './planned-dates.tsx';
import { TimelineSection } from './timeline.tsx';

const TITLE = 'Dates et vérifications';

/** Until the signature: planned dates, checks, and everything that happened to one statement. */
export function FollowUpPage() {
  useGuard();
  const { id = '' } = useParams();
  const dates = useQuery(datesQuery(id));
  if (dates.isPending) return <Loading />;
  if (!dates.data)
    return <Failed error={dates.error} isAsking={dates.isFetching} onRetry={() => void dates.refetch()} />;
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>{TITLE}</h1>
        <p>
          {dates.data.reference} · {dates.data.adresse}
        </p>
        <ButtonLink
          variant="secondary"
          icon={<BookOpen aria-hidden="true" />}
          to={generatePath(paths.document, { id })}
        >
          Lire le document
        </ButtonLink>
      </header>
      <div className={styles.columns}>
        <PlannedDatesCard id={id} known={dates.data} />
        <CheckToday id={id} statement={dates.data} />
      </div>
      <TimelineSection id={id} address={dates.data.adresse} />
    </div>
  );
}

function Loading() {
  return (
    <div className={`page ${styles.page}`} aria-busy="true">
      <h1>{TITLE}</h1>
      <LoadingNotice>Chargement des dates et des vérifications…</LoadingNotice>
      <Skeleton height="16rem" />
      <Skeleton height="16rem" />
    </div>
  );
}

type FailedProps = { error: Error | null; isAsking: boolean; onRetry: () => void };

function Failed({ error, isAsking, onRetry }: FailedProps) {
  const isUnknown = error instanceof ApiFailure && [400, 404].includes(error.status ?? 0);
  return (
    <MessagePage
      title={isUnknown ? 'Cet état n’a pas de suivi ici' : 'Les dates ne s’affichent pas encore'}
      actions={
        <>
          {!isUnknown && (
            <Button loading={isAsking} onClick={onRetry}>
              Réessayer
            </Button>
          )}
          <ButtonLink variant="secondary" to={spaceTab('mesERP-tabs-simple')}>
            Mes états des risques
          </ButtonLink>
        </>
      }
    >
      <p role="alert">
        {isUnknown
          ? 'Il n’est pas dans ce compte, ou il a été supprimé.'
          : typeset(
              retryHint(error) ?? refusalSentence(error) ?? 'Une erreur est survenue. Réessayez dans quelques minutes.',
            )}
      </p>
    </MessagePage>
  );
}
