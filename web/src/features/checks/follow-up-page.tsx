import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { generatePath, useParams } from 'react-router';
import { UnavailablePage } from '#features/statements/unavailable-page.tsx';
import { useGuard } from '#lib/guard.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
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
    return (
      <UnavailablePage
        never="Cet état n’a pas de suivi ici"
        notYet="Les dates ne s’affichent pas encore"
        query={dates}
      />
    );
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
