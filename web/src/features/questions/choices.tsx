import type { Question } from '@clairisque/contract/questions.ts';
import { Check } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { choicesOf, type Choice } from './question-words.ts';
import type { Answering } from './questions-query.ts';
import styles from './question-screen.module.css';

type ChoicesProps = { question: Question; answer: Answering; labelledBy: string };

/** One gesture: a button answers, saves and leads on. */
export function Choices({ question, answer, labelledBy }: ChoicesProps) {
  const [choices, others] = choicesOf(question);
  const draw = ({ cle, libelle }: Choice) => (
    <Button
      key={cle}
      variant="secondary"
      size="large"
      icon={answer.value === cle && <Check aria-hidden="true" />}
      aria-pressed={answer.value === cle}
      loading={answer.pending === cle}
      onClick={() => answer.give(cle)}
    >
      {libelle}
    </Button>
  );
  return (
    <fieldset aria-labelledby={labelledBy} className={styles.answers}>
      <div className={styles.choices} data-count={choices.length}>
        {choices.map(draw)}
      </div>
      <div className={styles.choices} data-count={others.length} data-quiet>
        {others.map(draw)}
      </div>
      <Fault fault={answer.fault} />
    </fieldset>
  );
}

/** Read at once by screen readers. */
export function Fault({ fault }: { fault: string | null }) {
  return (
    <p role="alert" className={styles.fault}>
      {fault}
    </p>
  );
}
