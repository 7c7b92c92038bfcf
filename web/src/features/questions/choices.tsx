import type { Question } from '@clairisque/contract/questions.ts';
import { Check } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { NOT_APPLICABLE, UNKNOWN } from './asked.ts';
import type { Answering } from './questions-query.ts';
import styles from './question-screen.module.css';

type Choice = { cle: string; libelle: string };
const YES_NO: Choice[] = [
  { cle: 'oui', libelle: 'Oui' },
  { cle: 'non', libelle: 'Non' },
];

type ChoicesProps = { question: Question; answer: Answering; labelledBy: string };

/** One gesture: a button answers, saves and leads on. */
export function Choices({ question, answer, labelledBy }: ChoicesProps) {
  const { choix = YES_NO, sans_objet: canBePointless } = question;
  const others: Choice[] = [
    ...(canBePointless ? [{ cle: NOT_APPLICABLE, libelle: 'Sans objet' }] : []),
    { cle: UNKNOWN, libelle: 'Je ne sais pas' },
  ];
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
      <div className={styles.choices} data-count={choix.length}>
        {choix.map(draw)}
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
