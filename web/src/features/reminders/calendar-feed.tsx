import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { copyText } from '#lib/copy-text.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ListFailed } from '#ui/list-states.tsx';
import { Awaited, Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/field.tsx';
import { calendarQuery } from './calendar-query.ts';
import { ChangeAddress } from './change-address.tsx';
import styles from './reminder-card.module.css';

/** A calendar to subscribe to; anyone who has its URL can read it, without signing in. */
export function CalendarFeed() {
  const calendar = useQuery(calendarQuery);
  return (
    <div className={styles.feed} aria-busy={calendar.isPending}>
      <h4>Dans mon agenda</h4>
      <p>
        Abonnez votre agenda à cette adresse&nbsp;: vos échéances s’y affichent et se mettent à jour. Gardez-la pour
        vous&nbsp;: toute personne qui la possède voit vos échéances.
      </p>
      {calendar.isPending && (
        <>
          <Awaited>Lecture de l’adresse de votre agenda…</Awaited>
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
