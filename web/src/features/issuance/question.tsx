import { useId } from 'react';
import styles from './declarations-fields.module.css';

type Answer = boolean | null;
export type Answers = readonly (readonly [string, Answer])[];
const ANSWERS: Answers = [
  ['Oui', true],
  ['Non', false],
  ['À préciser plus tard', null],
];
/** A source says « oui »; only the owner declares it. */
const SUGGESTED: Answers = [
  ['À confirmer plus tard\u00A0: oui', null],
  ['Je confirme\u00A0: oui', true],
  ['Non', false],
];

type QuestionProps = {
  legend: string;
  value: Answer;
  onChange: (answer: Answer) => void;
  disabled?: boolean;
  answers?: Answers;
  /** Sentences before the answers: a source says « oui ». */
  reasons?: readonly string[];
};

/** A question that only the owner can answer. */
export function Question(props: QuestionProps) {
  const { legend, value, onChange, answers = ANSWERS, disabled = false, reasons = [] } = props;
  const name = useId();
  return (
    <fieldset className={styles.question} disabled={disabled}>
      <legend>{legend}</legend>
      {reasons.map((reason) => (
        <p key={reason} className={styles.reason}>
          {reason}
        </p>
      ))}
      <div className={styles.answers}>
        {(reasons.length > 0 ? SUGGESTED : answers).map(([label, answer]) => (
          <label key={label}>
            <input type="radio" name={name} checked={value === answer} onChange={() => onChange(answer)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
