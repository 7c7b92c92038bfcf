import type { Question } from '@clairisque/contract/questions.ts';
import { useMemo, useState } from 'react';
import { parcelsOf, type Draft } from '#features/drafts/draft.ts';
import { placeOf } from '#features/issuance/plan-pages-fields.tsx';
import { usePreview } from '#features/preview/preview-query.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { askedOf, isDone, nextOpen, withAnswer } from './asked.ts';
import { usePreparedAnswers } from './prepared-answers.ts';
import { QuestionBody } from './question-screen.tsx';
import styles from './question-screen.module.css';

/** Step 2: what the free preview already knows that the document will leave open. Each may be passed. */
export function StepQuestions({ draft }: { draft: Draft }) {
  const place = useMemo(() => placeOf(draft), [draft]);
  const property = useMemo(() => ({ codes: parcelsOf(draft), isOne: true }), [draft]);
  const asked = usePreview(place, property).data?.questions;
  const known = asked?.filter(({ vente_seulement: isOfSale }) => !isOfSale || draft.transaction !== 'Location');
  if (known === undefined || known.length === 0) return null;
  return <Prepared key={draft.codeParcelle} codeParcelle={draft.codeParcelle} known={known} />;
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
          onBack={() => open(questions.at(rank - 1)?.id)}
          place={codeParcelle}
          wayOut={null}
        />
      )}
    </Disclosure>
  );
}
