import { me } from '#responses/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { AcceptedTermsCard } from '#features/accepted-terms/accepted-terms-card.tsx';
import { ReminderCard } from '#features/reminders/reminder-card.tsx';
import { SessionsCard } from '#features/accounts/sessions-card.tsx';
import { call } from '#lib/api.ts';
import { userDataQuery } from '#lib/session.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Deferred } from '#lib/later.ts';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { ExportDocuments } from './export-documents.tsx';
import { PasswordCard } from './password-card.tsx';
import { PersonalCard } from './personal-card.tsx';
import styles from './profile.module.css';
import { paths } from '#paths.ts';
import { Disclosure } from '#ui/disclosure.tsx';

/** « Mes infos ». */
export function ProfileTab() {
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const profile = useQuery(userDataQuery);
  const username = account.data?.username;
  // Deferred: filling the form in one long task would block a phone.
  const user = useDeferredValue(profile.data);
  const isMissing = (account.isError && !account.data) || (profile.isError && !profile.data);
  const retry = () => {
    if (account.isError) void account.refetch();
    if (profile.isError) void profile.refetch();
  };
  return (
    <div className={styles.tab}>
      <h2 className="visually-hidden">Mes infos</h2>
      {isMissing && (
        <Banner
          tone="error"
          role="alert"
          title="Vos informations n’ont pas pu être chargées."
          action={
            <Button variant="secondary" loading={account.isFetching || profile.isFetching} onClick={retry}>
              Réessayer
            </Button>
          }
        />
      )}
      <div className={styles.stack}>
        <div className={styles.cards}>
          {user && <PersonalCard user={user} username={username} />}
          {!user && !isMissing && <Loading />}
          <Deferred>
            <PasswordCard username={username} />
          </Deferred>
        </div>
        <Deferred>
          <ReminderCard />
          <Deferred>
            <Card className={styles.documents}>
              <h3>Mes documents</h3>
              <ExportDocuments />
            </Card>
            <SessionsCard />
            <AcceptedTermsCard />
            <Card className={styles.documents}>
              <h3>Développeurs</h3>
              <p>
                Votre logiciel peut émettre et lire vos états des risques par l’API, avec une clé que vous lui donnez.
              </p>
              <div className={styles.ways}>
                <ButtonLink to={paths.apiKeys} variant="secondary">
                  Mes clés d’API
                </ButtonLink>
                <ButtonLink to={paths.webhooks} variant="secondary">
                  Mes webhooks
                </ButtonLink>
              </div>
            </Card>
            <DeleteSection />
          </Deferred>
        </Deferred>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <Card aria-busy="true">
      <LoadingNotice>Chargement de vos informations…</LoadingNotice>
      <Skeleton height="34rem" />
    </Card>
  );
}

/** Closed by default, so that no account is deleted by mistake. */
function DeleteSection() {
  return (
    <Disclosure look="panel" label="Supprimer mon compte">
      <div className={styles.dangerText}>
        <p>
          La suppression est irréversible. Vous perdez votre profil, tous vos états des risques, l’historique de vos
          factures et vos crédits restants.
        </p>
        <ButtonLink to={paths.deleteAccount} variant="danger">
          Supprimer mon compte
        </ButtonLink>
      </div>
    </Disclosure>
  );
}
