import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { missingRules, MIN_LENGTH, PASSWORD_RULES, type PasswordRule } from '#lib/password-rules.ts';
import styles from './password-rules.module.css';

const LABELS: Record<PasswordRule, string> = {
  length: `${MIN_LENGTH} caractères au moins`,
  lowercase: 'une minuscule',
  uppercase: 'une majuscule',
  digit: 'un chiffre',
  special: 'un caractère spécial',
};

/** Pause in the typing before a screen reader announces what is still missing. */
const SILENCE_MS = 1_200;

type PasswordRulesProps = {
  /** For the field's `describedBy`. */
  id: string;
  password: string;
};

/** The rules of a new password, ticked while typing and announced to screen readers. */
export function PasswordRules({ id, password }: PasswordRulesProps) {
  const broken = missingRules(password);
  return (
    <div className={styles.rules}>
      <p id={id}>
        <span className="visually-hidden">
          Le mot de passe doit contenir&nbsp;: {Object.values(LABELS).join(', ')}.
        </span>
      </p>
      <ul aria-label="Règles du mot de passe" className={styles.list}>
        {PASSWORD_RULES.map((rule) => {
          const isKept = !broken.includes(rule);
          return (
            <li key={rule} className={styles.rule} data-kept={isKept}>
              {isKept ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
              <span>
                {LABELS[rule]}
                <span className="visually-hidden">{isKept ? ' (respecté)' : ' (manquant)'}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <output className="visually-hidden">{useAfterSilence(password === '' ? '' : sayMissing(broken))}</output>
    </div>
  );
}

function sayMissing(broken: readonly PasswordRule[]): string {
  if (broken.length === 0) return 'Toutes les règles du mot de passe sont respectées.';
  return `Il manque encore\u00A0: ${broken.map((rule) => LABELS[rule]).join(', ')}.`;
}

function useAfterSilence(text: string): string {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSpoken(text), SILENCE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return spoken;
}
