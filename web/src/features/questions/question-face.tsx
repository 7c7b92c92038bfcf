import type { ReactNode, Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './question-screen.module.css';
import type { QuestionWords } from './question-words.ts';

type QuestionFaceProps = {
  words: QuestionWords;
  done: number;
  total: number;
  level: 1 | 2;
  title?: Ref<HTMLHeadingElement>;
  titleId: string;
  /** Where it is answered. */
  children: ReactNode;
  onBack?: (() => void) | undefined;
  onSkip?: () => void;
  /** Leaves the questions. */
  wayOut: ReactNode;
};

/** A question alone on its page. */
export const QuestionPlace = ({ children }: { children: ReactNode }) => (
  <div className={`page ${styles.place}`}>{children}</div>
);

/** What a question's screen shows. Also prerendered, with marks in place of the words. */
export function QuestionFace({ words, done, total, level, title, titleId, children, ...moves }: QuestionFaceProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.screen}>
      <div className={styles.progress}>
        <p>
          <strong>{words.rank}</strong>
          <span className={styles.subject}>{words.subject}</span>
        </p>
        <ProgressBar label="Questions répondues" done={done} total={total} />
      </div>
      <Title ref={title} id={titleId} tabIndex={-1} className={styles.title}>
        <span className="visually-hidden">{words.spoken}</span>
        {words.title}
      </Title>
      <p className={styles.help}>{words.help}</p>
      {children}
      <p className={styles.hint}>{words.hint}</p>
      <p className={styles.law}>{words.law}</p>
      <div className={styles.moves}>
        {words.back !== null && (
          <Button variant="quiet" onClick={moves.onBack}>
            {words.back}
          </Button>
        )}
        <Button variant="quiet" onClick={moves.onSkip}>
          {words.skip}
        </Button>
        {moves.wayOut}
      </div>
    </div>
  );
}
