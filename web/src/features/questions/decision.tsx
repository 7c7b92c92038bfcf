import { decideAnswerRequest, type AnswerRequest, type Questions } from '@clairisque/contract/questions.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { retryHint } from '#features/accounts/refusal.ts';
import { announce } from '#lib/announce.ts';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { questionsQuery, showRequest } from './questions-query.ts';
import styles from './requests.module.css';

type DecisionProps = { id: string; known: Questions; request: AnswerRequest };

/** What was certified, and the owner's choice. */
export function Decision({ id, known, request }: DecisionProps) {
  const { repondant: respondent, reponses: answers, etat } = request;
  const isUndecided = etat === 'certifiee' || etat === 'proposee';
  const list = <Answers known={known} answers={answers} isUndecided={isUndecided} />;
  return (
    <>
      {respondent !== null && (
        <p>
          {typeset(`Certifié par ${respondent.nom}, ${respondent.email}, le ${formatMoment(respondent.certifie_le)}.`)}
        </p>
      )}
      {isUndecided ? (
        <>
          {list}
          <Choice id={id} request={request} />
        </>
      ) : (
        <Disclosure label={answers.length === 1 ? 'Voir la réponse' : `Voir les ${answers.length} réponses`}>
          {list}
        </Disclosure>
      )}
    </>
  );
}

type AnswersProps = { known: Questions; answers: AnswerRequest['reponses']; isUndecided: boolean };

function Answers({ known, answers, isUndecided }: AnswersProps) {
  const present = new Map(known.questions.map(({ id, reponse }) => [id, reponse?.en_mots]));
  return (
    <dl className={styles.answers}>
      {answers.map(({ question, libelle, en_mots: words, contradiction }) => {
        const mine = present.get(question);
        return (
          <div key={question}>
            <dt>{typeset(libelle)}</dt>
            <dd>{typeset(words)}</dd>
            {isUndecided && mine !== undefined && mine !== words && (
              <dd className={styles.note}>{typeset(`Remplacera votre réponse : ${mine}.`)}</dd>
            )}
            {contradiction && (
              <dd className={styles.doubt}>{typeset(`Une source dit autre chose : ${contradiction}`)}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function Choice({ id, request }: Pick<DecisionProps, 'id' | 'request'>) {
  const [isRefusing, setRefusing] = useState(false);
  const decision = useMutation({
    mutationFn: (accepte: boolean) =>
      call(decideAnswerRequest, { params: { demande_id: request.id }, body: { accepte } }),
    onSuccess: (decided, isAccepted) => {
      showRequest(id, decided);
      announce(isAccepted ? 'Les réponses sont acceptées : il reste à les imprimer.' : 'Les réponses sont refusées.');
      return queryClient.invalidateQueries({ queryKey: questionsQuery(id).queryKey });
    },
    onSettled: () => setRefusing(false),
  });
  return (
    <>
      <div className={styles.choice}>
        <Button
          loading={decision.isPending && decision.variables}
          onClick={() => !decision.isPending && decision.mutate(true)}
        >
          Accepter ces réponses
        </Button>
        <Button variant="secondary" onClick={() => setRefusing(true)}>
          Refuser
        </Button>
      </div>
      <div role="alert" className={styles.alert}>
        {decision.isError && (
          <Banner
            tone="error"
            title={
              refusalSentence(decision.error) ??
              retryHint(decision.error) ??
              'Votre choix n’a pas été enregistré. Réessayez.'
            }
          />
        )}
      </div>
      <AlertDialog
        open={isRefusing}
        onDismiss={() => setRefusing(false)}
        title="Refuser ces réponses ?"
        description="Elles ne seront pas imprimées. Elles restent dans cette demande, avec le nom de la personne et la date."
        actions={
          <>
            <Button variant="secondary" onClick={() => setRefusing(false)}>
              Revenir aux réponses
            </Button>
            <Button variant="danger" loading={decision.isPending} onClick={() => decision.mutate(false)}>
              Refuser
            </Button>
          </>
        }
      />
    </>
  );
}
