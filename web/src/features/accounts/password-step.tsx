import { me } from '#responses/accounts.ts';
import { useQuery, type UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { refusesField } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import styles from './password-step.module.css';

type PasswordStepProps<T> = {
  /** Fields before the password. */
  children?: ReactNode;
  label: string;
  variant?: 'danger';
  /** The first field to correct; null when all are good. */
  fault?: () => { field: string } | null;
  /** Called with the password that was typed. */
  act: UseMutationResult<T, Error, string>;
  failure: { title: string; text: (error: Error) => string | null };
  onCancel: () => void;
};

/** The password again: a stolen session must not be enough. */
export function PasswordStep<T>({ children, label, variant, fault, act, failure, onCancel }: PasswordStepProps<T>) {
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (act.isPending) return;
    const form = event.currentTarget;
    const refuse = (sentence: string) => {
      setRefused(sentence);
      focusFirst(form, ['current_password']);
    };
    setRefused(undefined);
    const first = fault?.() ?? null;
    if (first !== null) return focusFirst(form, [first.field]);
    if (password === '') return refuse('Le mot de passe actuel est requis.');
    act.mutate(password, { onError: (error) => isWrongPassword(error) && refuse('Mot de passe incorrect.') });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {children}
      {/* For password managers: the account. */}
      <input type="text" name="username" autoComplete="username" value={account.data?.username ?? ''} readOnly hidden />
      <PasswordField
        label="Votre mot de passe"
        name="current_password"
        autoComplete="current-password"
        value={password}
        error={refused}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div role="alert" className={styles.refusal}>
        {act.isError && !isWrongPassword(act.error) && (
          <Banner tone="error" title={failure.title}>
            {failure.text(act.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={act.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" loading={act.isPending} {...(variant && { variant })}>
          {label}
        </Button>
      </div>
    </form>
  );
}

const isWrongPassword = (error: unknown): boolean => refusesField(error, 'current_password');
