import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import type { Question } from '@clairisque/contract/questions.ts';
import { useState } from 'react';
import { askedOf, isDone, nextOpen, withAnswer } from './asked.ts';
import { QuestionBody } from './question-screen.tsx';

type Known = { questions: readonly Question[]; answers: readonly GivenAnswer[] };
type StepQuestionsProps = Known & { codeParcelle: string; onKeep: (answer: GivenAnswer) => void };

/** « 3 sur 12, facultatif » */
export function StepCount(known: Known) {
  const questions = askedOf(answeredOf(known));
  return `${questions.filter(isDone).length} sur ${questions.length}, facultatif`;
}

/** Step 2: what the free preview already knows that the document will leave open. Each may be passed. */
export function StepQuestions({ codeParcelle, onKeep, ...known }: StepQuestionsProps) {
  const [current, setCurrent] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  const all = answeredOf(known);
  const questions = askedOf(all);
  const question = questions.find(({ id }) => id === current) ?? nextOpen(all, null) ?? questions[0];
  if (question === undefined) return null;
  const rank = questions.indexOf(question);
  const open = (id: string | undefined) => {
    setMoving(true);
    setCurrent(id ?? null);
  };
  return (
    <QuestionBody
      key={question.id}
      level={2}
      isArrival={isMoving}
      question={question}
      rank={rank + 1}
      total={questions.length}
      done={questions.filter(isDone).length}
      save={(valeur) => {
        onKeep({ question: question.id, valeur });
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
  );
}

const answeredOf = ({ questions, answers }: Known): readonly Question[] =>
  answers.reduce<readonly Question[]>(
    (all, { question, valeur: value }) => withAnswer(all, { question, value, contradiction: null }),
    questions,
  );
