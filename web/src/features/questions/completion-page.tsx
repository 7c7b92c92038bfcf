import type { Question, Questions } from '@clairisque/contract/questions.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { UnavailablePage } from '#features/statements/unavailable-page.tsx';
import { useGivenTitle } from '#lib/own-title.ts';
import { queryClient } from '#lib/query-client.ts';
import { useGuard } from '#lib/guard.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { askedOf, isDone, nextOpen } from './asked.ts';
import { Checklist } from './checklist.tsx';
import styles from './checklist.module.css';
import { completionPath } from './completion-offer.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { questionsQuery, saveAnswer } from './questions-query.ts';

/** « Compléter »: the checklist, or one of its questions, each with its own URL. */
export function CompletionPage() {
  useGuard();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const questions = useQuery(questionsQuery(id));
  if (questions.data) return <Loaded id={id} known={questions.data} asked={search.get('question')} />;
  if (questions.isPending) return <Loading />;
  return (
    <UnavailablePage
      never="Cet état ne se complète pas ici"
      notYet="Les questions ne s’affichent pas encore"
      final={[409]}
      query={questions}
    />
  );
}

function Loaded({ id, known, asked }: { id: string; known: Questions; asked: string | null }) {
  const question = askedOf(known.questions).find((one) => one.id === asked);
  if (question) return <Asking key={question.id} id={id} known={known} question={question} />;
  return <Checklist id={id} known={known} isGone={asked !== null} />;
}

type AskingProps = { id: string; known: Questions; question: Question };

function Asking({ id, known, question }: AskingProps) {
  const navigate = useNavigate();
  const asked = askedOf(known.questions);
  const rank = asked.indexOf(question) + 1;
  useGivenTitle(`Question ${rank} sur ${asked.length}`);
  const open = (next: Question | null | undefined) => void navigate(completionPath(id, next?.id));
  const goOn = () => {
    // The answer just kept may call for another question.
    const { questions } = queryClient.getQueryData(questionsQuery(id).queryKey) ?? known;
    open(isDone(question) ? askedOf(questions)[rank] : nextOpen(questions, question.id));
  };
  return (
    <QuestionScreen
      question={question}
      rank={rank}
      total={asked.length}
      done={asked.filter(isDone).length}
      save={(value) => saveAnswer(id, question.id, value)}
      onNext={goOn}
      onBack={() => open(asked[rank - 2])}
      place={id}
      wayOut={
        <ButtonLink variant="quiet" to={completionPath(id)}>
          Toutes les questions
        </ButtonLink>
      }
    />
  );
}

function Loading() {
  return (
    <div className={`page ${styles.page}`} aria-busy="true">
      <h1>Compléter l’état des risques</h1>
      <LoadingNotice>Chargement des questions…</LoadingNotice>
      <Skeleton height="10rem" />
      <Skeleton height="18rem" />
    </div>
  );
}
