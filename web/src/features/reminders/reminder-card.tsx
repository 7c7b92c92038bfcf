import { PreferenceCheckbox } from '#features/profile/preference-checkbox.tsx';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import styles from './reminder-card.module.css';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { copyText, showToast } from '#lib/toasts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ListFailed } from '#ui/list-states.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/field.tsx';
import { renewCalendarAddress, calendarAddress } from '@clairisque/contract/reminders.ts';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { ConfirmedButton } from '#ui/confirmed-button.tsx';

/** « Rappels d’échéance »: by mail, and in the user's own calendar. */
export function ReminderCard() {
  const { user } = useSession();
  return (
    <Card>
      <section className={styles.card} aria-labelledby="rappels">
        <div className={styles.mails}>
          <h3 id="rappels">Rappels d’échéance</h3>
          {user && (
            <PreferenceCheckbox
              user={user}
              name="rappels_echeance"
              label="Recevoir un e-mail 30 jours, 7 jours et la veille de l’échéance de mes états des risques"
              help="Pour arrêter les rappels d’un document, marquez sa vente ou son bail comme conclu."
            />
          )}
        </div>
        <CalendarFeed />
      </section>
    </Card>
  );
}

/** A calendar to subscribe to; anyone who has its URL can read it, without signing in. */
function CalendarFeed() {
  const calendar = useQuery(calendarQuery);
  return (
    <div className={styles.feed} aria-busy={calendar.isPending}>
      <h4>Dans mon agenda</h4>
      <p>
        Abonnez votre agenda à cette adresse&nbsp;: vos échéances et vos signatures prévues s’y affichent et se mettent
        à jour. Gardez-la pour vous&nbsp;: toute personne qui la possède les voit.
      </p>
      {calendar.isPending && (
        <>
          <LoadingNotice>Chargement de l’adresse de votre agenda…</LoadingNotice>
          <Skeleton height="3rem" />
        </>
      )}
      {calendar.isError && !calendar.data && (
        <ListFailed
          label="Afficher l’adresse de mon agenda"
          loading={calendar.isFetching}
          onRetry={() => void calendar.refetch()}
        />
      )}
      {calendar.data && <Address url={calendar.data.url} />}
    </div>
  );
}

function Address({ url }: { url: string }) {
  return (
    <>
      <TextField
        label="Adresse secrète de mon agenda"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copyText(url, 'Adresse copiée.')}>
          Copier l’adresse
        </Button>
        <ButtonLink
          variant="secondary"
          icon={<CalendarPlus aria-hidden="true" />}
          to={url.replace(/^https?:/, 'webcal:')}
        >
          Ouvrir dans mon agenda
        </ButtonLink>
        <ChangeAddress />
      </div>
      <Disclosure label="Comment faire avec Google, Apple ou Outlook ?">
        <ul className={styles.help}>
          <li>
            <strong>Google Agenda</strong>, sur un ordinateur&nbsp;: «&nbsp;Autres agendas&nbsp;», «&nbsp;+&nbsp;»,
            «&nbsp;À partir de l’URL&nbsp;», puis collez l’adresse. Google la relit une ou deux fois par jour.
          </li>
          <li>
            <strong>iPhone, iPad, Mac</strong>&nbsp;: «&nbsp;Ouvrir dans mon agenda&nbsp;» suffit.
          </li>
          <li>
            <strong>Outlook</strong>&nbsp;: «&nbsp;Ajouter un calendrier&nbsp;», «&nbsp;S’abonner à partir du
            web&nbsp;», puis collez l’adresse.
          </li>
        </ul>
      </Disclosure>
    </>
  );
}

export const calendarQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: ({ signal }) => call(calendarAddress, { signal }),
  staleTime: Infinity,
});

/** For a URL that was shared too widely. */
function ChangeAddress() {
  return (
    <ConfirmedButton
      variant="quiet"
      title="Changer l’adresse de votre agenda&nbsp;?"
      description="L’adresse actuelle ne répondra plus : vos agendas devront être abonnés de nouveau."
      keep="Garder l’adresse"
      act="Changer l’adresse"
      run={async () => {
        queryClient.setQueryData(calendarQuery.queryKey, await call(renewCalendarAddress, {}));
        showToast('success', 'Votre agenda a une nouvelle adresse. L’ancienne ne répond plus.');
      }}
      failure="L’adresse n’a pas pu être changée. Veuillez réessayer."
    >
      Changer l’adresse
    </ConfirmedButton>
  );
}
