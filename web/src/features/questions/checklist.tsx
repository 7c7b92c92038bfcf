import type { Question, Questions } from '@clairisque/contract/questions.ts';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleHelp, MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { askedOf, blocksOf, isDone, nextOpen, type Block } from './asked.ts';
import styles from './checklist.module.css';
import { AnswerRequests } from './answer-requests.tsx';
import { completionPath } from './completion-offer.tsx';
import { PrintCompleted } from './print-completed.tsx';
import { questionsQuery } from './questions-query.ts';
import { RequestDialog, askWhom } from './request-dialog.tsx';

type ChecklistProps = { id: string; known: Questions; isGone: boolean };

/** Every question, block by block: where one starts, stops and comes back. */
export function Checklist({ id, known, isGone }: ChecklistProps) {
  // Fetched again each time that it is shown.
  useQuery(questionsQuery(id));
  const [isAsking, setAsking] = useState(false);
  const asked = askedOf(known.questions);
  const done = asked.filter(isDone).length;
  const next = nextOpen(known.questions, null);
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Compléter l’état des risques</h1>
        <p>{[known.reference, known.adresse].filter(Boolean).join(' · ')}</p>
      </header>
      {isGone && <Banner live title="Cette question n’est plus posée&nbsp;: vos autres réponses sont gardées." />}
      <Card className={styles.summary}>
        <h2>{typeset(leftOf(asked.length - done))}</h2>
        <p className={styles.count}>
          {done} sur {asked.length}
        </p>
        <ProgressBar label="Questions répondues" done={done} total={asked.length} />
        {next && (
          <p>
            Chaque réponse est enregistrée aussitôt&nbsp;: arrêtez-vous et reprenez quand vous voulez. Ce que vous
            laissez sans réponse reste à remplir à la main sur le document.
          </p>
        )}
        <div className={styles.actions}>
          {next && (
            <ButtonLink size="large" to={completionPath(id, next.id)}>
              {done > 0 ? 'Continuer' : 'Commencer'}
            </ButtonLink>
          )}
          {next && known.refus === null && (
            <Button
              variant="secondary"
              size="large"
              icon={<MessageCircleQuestion aria-hidden="true" />}
              onClick={() => setAsking(true)}
            >
              {askWhom(known.type)}
            </Button>
          )}
          <ButtonLink variant={next ? 'quiet' : 'secondary'} size="large" to={generatePath(paths.document, { id })}>
            Lire à l’écran
          </ButtonLink>
        </div>
      </Card>
      <PrintCompleted id={id} known={known} isLast={next === null} />
      <AnswerRequests id={id} known={known} />
      <div className={styles.blocks}>
        {blocksOf(known.questions).map((block) => (
          <BlockCard key={block.key} id={id} block={block} />
        ))}
      </div>
      {isAsking && <RequestDialog id={id} known={known} open onOpenChange={setAsking} />}
    </div>
  );
}

function leftOf(count: number): string {
  if (count === 0) return 'Toutes les questions ont une réponse';
  return count === 1 ? 'Il reste une question' : `Il reste ${count} questions`;
}

function BlockCard({ id, block }: { id: string; block: Block }) {
  const { title, questions, done } = block;
  const letter = questions[0]?.bloc;
  const titleId = `bloc-${questions[0]?.id}`;
  return (
    <section aria-labelledby={titleId} className={styles.block}>
      <div className={styles.blockHead}>
        <h2 id={titleId}>{typeset(letter ? `${letter}. ${title}` : title)}</h2>
        <p className={styles.count}>
          {done} sur {questions.length}
        </p>
      </div>
      <ul>
        {questions.map((question) => (
          <Item key={question.id} id={id} question={question} />
        ))}
      </ul>
    </section>
  );
}

const STATES = { ouverte: Circle, a_confirmer: CircleHelp, repondue: CircleCheck };

function Item({ id, question }: { id: string; question: Question }) {
  const { etat, libelle, sujet, reponse, contradiction } = question;
  const Icon = STATES[etat];
  return (
    <li className={styles.item} data-state={etat}>
      <Icon aria-hidden="true" />
      <div>
        <Link to={completionPath(id, question.id)}>{typeset(libelle)}</Link>
        {sujet && <p className={styles.soft}>{sujet}</p>}
        <p className={styles.answer}>{typeset(answerOf(question))}</p>
        {reponse?.demande && <p className={styles.soft}>{`Réponse de ${reponse.declare_par}`}</p>}
        {contradiction && <p className={styles.doubt}>{typeset(`Une source dit autre chose : ${contradiction}`)}</p>}
      </div>
    </li>
  );
}

function answerOf({ etat, reponse, repond }: Question): string {
  if (etat === 'a_confirmer') return `À confirmer depuis le renouvellement : ${reponse?.en_mots ?? ''}`;
  if (etat === 'ouverte' || reponse === null) return `À répondre.${WHO[repond]}`;
  return reponse.imprimee ? reponse.en_mots : `${reponse.en_mots}, pas encore imprimé`;
}

/** The person who is likely to know. */
const WHO: Record<Question['repond'], string> = {
  proprietaire: ' Le propriétaire le sait.',
  mandataire: ' L’agence ou le notaire le savent.',
  l_un_ou_l_autre: '',
};
