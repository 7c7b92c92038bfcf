import { chooseMails, mailChoice, type MailChoice } from '@clairisque/contract/unsubscribe.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { MessagePage } from '#ui/message-page.tsx';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './account-form.module.css';
import { retryHint } from './refusal.ts';
import { UnansweredPage } from './unanswered-page.tsx';

const TITLE = 'Choisir vos e-mails';

/** Opened from an optional mail, without a session. Mail scanners open links: nothing changes before a press. */
export function UnsubscribePage() {
  const { jeton = '' } = useParams();
  const choice = useQuery(choiceQuery(jeton));
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {choice.isSuccess && <Choice jeton={jeton} choice={choice.data} />}
      {choice.isPending && <Opening />}
      {isGone(choice.error) && <Gone />}
      {choice.isError && !isGone(choice.error) && <UnansweredPage title={TITLE} query={choice} />}
    </>
  );
}

const choiceQuery = (jeton: string) =>
  queryOptions({
    queryKey: ['mail-choice', jeton],
    queryFn: ({ signal }) => call(mailChoice, { params: { jeton }, signal }),
  });

const MAILS = {
  rappels: {
    name: 'Rappels d’échéance',
    what: 'Ils vous préviennent 30 jours et 7 jours avant la fin de validité de vos états des risques, puis la veille.',
    stopped: 'Vous ne recevrez plus ces rappels.',
    received: 'Vous recevrez de nouveau ces rappels.',
  },
  avis: {
    name: 'Avis sur vos crédits et vos imports',
    what: 'Ils vous préviennent quand votre solde est bas, quand des crédits vont se perdre, quand un import est terminé ou attend votre choix.',
    stopped: 'Vous ne recevrez plus ces avis.',
    received: 'Vous recevrez de nouveau ces avis.',
  },
} as const;

function Choice({ jeton, choice }: { jeton: string; choice: MailChoice }) {
  const { name, what, stopped, received } = MAILS[choice.messages];
  const saving = useMutation({
    mutationFn: (recus: boolean) => call(chooseMails, { params: { jeton }, body: { recus } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(choiceQuery(jeton).queryKey, saved);
      announce(saved.recus ? received : stopped);
    },
  });
  return (
    <div className={`page ${styles.alone}`}>
      <h1>{TITLE}</h1>
      <Card className={styles.next}>
        <h2>{name}</h2>
        <p>{what}</p>
        {saving.isSuccess ? (
          <Banner tone="success" title={choice.recus ? received : stopped} />
        ) : (
          <p>{choice.recus ? 'Vous les recevez.' : 'Vous ne les recevez plus.'}</p>
        )}
        {saving.isError && (
          <Banner tone="error" role="alert" title="Votre choix n’a pas été enregistré.">
            {retryHint(saving.error) ?? GONE}
          </Banner>
        )}
        <Button
          variant={choice.recus ? 'primary' : 'secondary'}
          loading={saving.isPending}
          onClick={() => saving.mutate(!choice.recus)}
        >
          {choice.recus ? 'Ne plus les recevoir' : 'Les recevoir de nouveau'}
        </Button>
        <p>Les messages qui répondent à vos actes continuent&nbsp;: commandes, mot de passe, remises.</p>
      </Card>
    </div>
  );
}

/** An unknown token, one that was cut, and one of an account that is gone look the same. */
const isGone = (error: Error | null): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

const GONE = 'Ce lien est incomplet, ou le compte a été supprimé.';

function Gone() {
  return (
    <MessagePage
      title="Ce lien ne mène à aucun choix"
      actions={<ButtonLink to={paths.home}>Aller à l’accueil</ButtonLink>}
    >
      <p>{GONE}</p>
    </MessagePage>
  );
}

function Opening() {
  return (
    <div className={`page ${styles.alone}`} aria-busy="true">
      <h1>{TITLE}</h1>
      <LoadingNotice>Lecture de votre choix…</LoadingNotice>
      <Skeleton height="14rem" />
    </div>
  );
}
