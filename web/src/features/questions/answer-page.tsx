import type { AskedQuestions } from '@clairisque/contract/questions.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './answer-page.module.css';
import { askedOf, isDone, nextOpen } from './asked.ts';
import { Answered, Certification } from './certification.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { useLink, useStep, type FirstAnswer, type LinkActions } from './use-link.ts';
import { START, welcomeWords } from './welcome-words.ts';
import { TITLE, Welcome } from './welcome.tsx';

/** The way from a question to the last step; also prerendered. */
export const REREAD = 'Relire mes réponses';
/** Step of the page after the last question. */
const CERTIFY = 'certifier';

/**
 * The page of who knows the answers, without an account: one question at a time, then a name and a certificate. Neither
 * its URL nor its title says anything about the property.
 */
export function AnswerPage({ token, first }: { token: string; first?: FirstAnswer }) {
  const state = useLink(token, first);
  return (
    <>
      {state.kind === 'opening' && <Opening />}
      {state.kind === 'gone' && <Gone />}
      {state.kind === 'failed' && (
        <Message
          title="Les questions ne s’affichent pas encore"
          action={<Button onClick={state.retry}>Réessayer</Button>}
        >
          {state.sentence}
        </Message>
      )}
      {state.kind === 'open' && <Steps token={token} asked={state.asked} link={state.link} />}
    </>
  );
}

type StepsProps = { token: string; asked: AskedQuestions; link: LinkActions };

function Steps({ token, asked, link }: StepsProps) {
  const [step, go] = useStep();
  const questions = askedOf(asked.questions);
  const wanted = step === START ? (nextOpen(asked.questions, null)?.id ?? CERTIFY) : step;
  const question = questions.find(({ id }) => id === wanted);
  const rank = question ? questions.indexOf(question) + 1 : 0;
  useWindowTitle(question ? `Question ${rank} sur ${questions.length}` : TITLE);
  if (asked.certification) return <Finished asked={asked} certification={asked.certification} />;
  if (wanted === CERTIFY) return <Certification token={token} asked={asked} link={link} onOpen={go} />;
  if (question === undefined) return <Welcome words={welcomeWords(asked)} onStart={() => go(START)} />;
  const goOn = () => {
    const { questions: all } = link.latest();
    const next = isDone(question) ? askedOf(all)[rank] : nextOpen(all, question.id);
    go(next?.id ?? CERTIFY);
  };
  return (
    <QuestionScreen
      key={question.id}
      question={question}
      rank={rank}
      total={questions.length}
      done={questions.filter(isDone).length}
      save={(value) => link.save(question.id, value)}
      onNext={goOn}
      onBack={() => go(questions[rank - 2]?.id ?? '')}
      place={token}
      wayOut={
        <Button variant="quiet" onClick={() => go(CERTIFY)}>
          {REREAD}
        </Button>
      }
    />
  );
}

function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} — Clairisque`;
  }, [title]);
}

type FinishedProps = { asked: AskedQuestions; certification: NonNullable<AskedQuestions['certification']> };

/** Certified, just now or before: what was said, and nothing more to ask. */
function Finished({ asked, certification }: FinishedProps) {
  const heading = useArrival();
  return (
    <div className={`page ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        Les réponses sont certifiées
      </h1>
      <Banner
        tone="success"
        title={typeset(`Certifié par ${certification.nom}, le ${formatMoment(certification.certifie_le)}`)}
      >
        {typeset(
          `Une copie est envoyée par e-mail à la personne qui a certifié. ${asked.demandeur} relit ces réponses, puis les imprime dans le document. Vous pouvez fermer cette page.`,
        )}
      </Banner>
      <Answered questions={asked.questions} />
    </div>
  );
}

function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

/** Also prerendered. */
export function Opening() {
  return (
    <div className={`page ${styles.page}`} aria-busy="true">
      <h1>{TITLE}</h1>
      <LoadingNotice>Ouverture des questions…</LoadingNotice>
      <Skeleton height="12rem" />
      <Skeleton height="8rem" />
    </div>
  );
}

function Gone() {
  return (
    <Message title="Ce lien n’est plus valable">
      Il a pu expirer, être fermé par la personne qui vous l’a envoyé, ou être mal recopié. Demandez-lui un nouveau
      lien&nbsp;: les réponses déjà certifiées sont gardées.
    </Message>
  );
}

type MessageProps = { title: string; children: ReactNode; action?: ReactNode };

function Message({ title, children, action }: MessageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>{title}</h1>
      <p role="alert">{children}</p>
      {action}
    </div>
  );
}
