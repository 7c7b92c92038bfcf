import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import type { Question } from '@clairisque/contract/questions.ts';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { valueOf } from './asked.ts';
import { Choices } from './choices.tsx';
import { SeveralChoices } from './several-choices.tsx';
import { Decrees } from './decrees.tsx';
import { QuestionFace, QuestionPlace } from './question-face.tsx';
import { questionWords, wayOf } from './question-words.ts';
import styles from './question-screen.module.css';
import type { Answering, Save } from './questions-query.ts';
import { forgetDraft, TypedAnswer } from './typed-answer-field.tsx';

type QuestionScreenProps = {
  question: Question;
  /** « 3 sur 12 » */
  rank: number;
  total: number;
  done: number;
  save: Save;
  /** Called after an answer that nothing contradicts, or without one. */
  onNext: () => void;
  /** Absent where nothing comes before. */
  onBack?: (() => void) | undefined;
  /** Whose draft it is: the statement, or the link. */
  place: string;
  /** Leaves the questions. */
  wayOut: ReactNode;
};

/** One question, with its screen. Mounted anew for each (`key`). */
export function QuestionScreen(props: QuestionScreenProps) {
  return (
    <QuestionPlace>
      <QuestionBody {...props} level={1} isArrival />
    </QuestionPlace>
  );
}

type QuestionBodyProps = QuestionScreenProps & {
  level: 1 | 2;
  /** Takes the focus. */
  isArrival: boolean;
  /** Called when the user goes on without an answer; `onNext` by default. */
  onSkip?: () => void;
};

/** One question. Its answer is saved at once, and leads to the next. */
export function QuestionBody(props: QuestionBodyProps) {
  const { question, rank, total, onNext, onBack, isArrival, onSkip = onNext } = props;
  const answer = useAnswer(props);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) title.current?.focus();
  }, [isArrival]);
  return (
    <QuestionFace
      words={questionWords(question, { rank, total, canGoBack: onBack !== undefined })}
      done={props.done}
      total={total}
      level={props.level}
      title={title}
      titleId={titleId}
      onBack={onBack}
      onSkip={onSkip}
      wayOut={props.wayOut}
    >
      {question.etat === 'a_confirmer' && question.reponse && (
        <p className={styles.former}>
          {typeset(`Avant le renouvellement, vous aviez répondu : ${question.reponse.en_mots}. Est-ce toujours vrai ?`)}
        </p>
      )}
      <Widget question={question} answer={answer} labelledBy={titleId} place={props.place} />
      <Contradictions sentences={answer.contradictions} isNew={answer.isContradicted} onNext={onNext} />
    </QuestionFace>
  );
}

function useAnswer({ question, save, onNext }: QuestionScreenProps): Answering {
  const [pending, setPending] = useState<AnswerValue | undefined>(undefined);
  const [fault, refuse] = useState<string | null>(null);
  const [said, setSaid] = useState<readonly string[]>([]);
  const give = async (value: AnswerValue): Promise<void> => {
    if (pending !== undefined) return;
    refuse(null);
    setSaid([]);
    setPending(value);
    const saved = await save(value);
    setPending(undefined);
    if ('fault' in saved) return refuse(saved.fault);
    forgetDraft();
    if (saved.contradictions.length > 0) setSaid(saved.contradictions);
    else onNext();
  };
  const known = question.contradiction === null ? [] : [question.contradiction];
  return {
    value: valueOf(question),
    give: (value) => void give(value),
    pending,
    fault,
    refuse,
    contradictions: said.length > 0 ? said : known,
    isContradicted: said.length > 0,
  };
}

type WidgetProps = { question: Question; answer: Answering; labelledBy: string; place: string };

function Widget({ question, answer, labelledBy, place }: WidgetProps) {
  const asked = { question, answer, labelledBy };
  switch (wayOf(question)) {
    case 'decrees':
      return <Decrees {...asked} />;
    case 'several':
      return <SeveralChoices {...asked} />;
    case 'choices':
      return <Choices {...asked} />;
    case 'line':
    case 'lines':
      return <TypedAnswer {...asked} place={`${place} ${question.id}`} />;
  }
}

type ContradictionsProps = { sentences: readonly string[]; isNew: boolean; onNext: () => void };

/** A source says otherwise: both stay, and both are printed. */
function Contradictions({ sentences, isNew, onNext }: ContradictionsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  if (sentences.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles.contradiction}>
      <Banner
        tone="warning"
        live
        title="Une source publique dit autre chose"
        action={
          isNew && (
            <Button variant="secondary" onClick={onNext}>
              Garder ma réponse
            </Button>
          )
        }
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{typeset(sentence)}</p>
        ))}
        <p>Vérifiez votre réponse. Si vous la gardez, le document imprimera les deux.</p>
      </Banner>
    </div>
  );
}
