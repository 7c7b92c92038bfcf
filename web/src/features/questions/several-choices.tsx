import type { Question } from '@clairisque/contract/questions.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { UNKNOWN, valueOf } from './asked.ts';
import { Fault } from './choices.tsx';
import type { Answering } from './questions-query.ts';
import styles from './question-screen.module.css';

type SeveralChoicesProps = { question: Question; answer: Answering; labelledBy: string };

/** A choice of several, to tick. */
export function SeveralChoices({ question, answer, labelledBy }: SeveralChoicesProps) {
  const { choix: choices = [] } = question;
  const value = valueOf(question);
  const [ticked, setTicked] = useState<readonly string[]>(Array.isArray(value) ? value : []);
  // The keys are in the order of the form.
  const keys = choices.flatMap(({ cle }) => (ticked.includes(cle) ? [cle] : []));
  const submit = () => {
    if (keys.length === 0) answer.refuse('Cochez une réponse au moins.');
    else answer.give(keys);
  };
  return (
    <fieldset aria-labelledby={labelledBy} className={styles.answers}>
      <ul className={styles.decrees}>
        {choices.map(({ cle, libelle }) => (
          <li key={cle}>
            <Checkbox
              label={libelle}
              checked={ticked.includes(cle)}
              onChange={({ target }) =>
                setTicked(target.checked ? [...ticked, cle] : ticked.filter((one) => one !== cle))
              }
            />
          </li>
        ))}
      </ul>
      <Fault fault={answer.fault} />
      <Button size="large" loading={Array.isArray(answer.pending)} onClick={submit}>
        Enregistrer et continuer
      </Button>
      <Button
        variant="secondary"
        aria-pressed={answer.value === UNKNOWN}
        loading={answer.pending === UNKNOWN}
        onClick={() => answer.give(UNKNOWN)}
      >
        Je ne sais pas
      </Button>
    </fieldset>
  );
}
