import type { Question } from '@clairisque/contract/questions.ts';
import { useState } from 'react';
import type { Draft } from '#features/drafts/draft.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { askedOf, isDone, nextOpen, withAnswer } from './asked.ts';
import { usePreparedAnswers } from './prepared-answers.ts';
import { QuestionBody } from './question-screen.tsx';
import styles from './question-screen.module.css';

type StepQuestionsProps = { draft: Pick<Draft, 'codeParcelle'>; questions: readonly Question[] };

/** Step 2: what the free preview already knows that the document will leave open. Each may be passed. */
export function StepQuestions({ draft: { codeParcelle }, questions }: StepQuestionsProps) {
  return <Prepared key={codeParcelle} codeParcelle={codeParcelle} known={questions} />;
}

type PreparedProps = { codeParcelle: string; known: readonly Question[] };

function Prepared({ codeParcelle, known }: PreparedProps) {
  const [answers, keep] = usePreparedAnswers(codeParcelle);
  const [current, setCurrent] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  const all = answers.reduce<Question[]>(
    (questions, { question, valeur: value }) => withAnswer(questions, { question, value, contradiction: null }),
    [...known],
  );
  const questions = askedOf(all);
  const done = questions.filter(isDone).length;
  const question = questions.find(({ id }) => id === current) ?? nextOpen(all, null) ?? questions[0];
  const rank = question ? questions.indexOf(question) : 0;
  const open = (id: string | undefined) => {
    setMoving(true);
    setCurrent(id ?? null);
  };
  return (
    <Disclosure
      look="panel"
      lazy
      label={
        <>
          Ce que le document laisserait à remplir{' '}
          <span className={styles.soft}>
            ({done} sur {questions.length}, facultatif)
          </span>
        </>
      }
    >
      {question && (
        <QuestionBody
          key={question.id}
          level={2}
          isArrival={isMoving}
          question={question}
          rank={rank + 1}
          total={questions.length}
          done={done}
          save={(valeur) => {
            keep({ question: question.id, valeur });
            const next = withAnswer(all, { question: question.id, value: valeur, contradiction: null });
            open(nextOpen(next, question.id)?.id ?? question.id);
            return Promise.resolve({ contradictions: [] });
          }}
          onNext={() => undefined}
          onSkip={() => open(questions[(rank + 1) % questions.length]?.id)}
          onBack={rank > 0 ? () => open(questions[rank - 1]?.id) : undefined}
          place={codeParcelle}
          wayOut={null}
        />
      )}
    </Disclosure>
  );
}
