import { me } from '#responses/accounts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import styles from './api-keys.module.css';
import { isWrongPassword, keysQuery } from './keys-query.ts';

type PasswordStepProps = {
  children: ReactNode;
  label: string;
  /** The first field to correct and why; null when all are good. */
  fault: () => { field: string } | null;
  make: (password: string) => Promise<{ cle: string }>;
  onMade: (key: string) => void;
  onCancel: () => void;
};

/** Fields, then the password: a stolen session must not be enough to make a key. */
export function PasswordStep({ children, label, fault, make, onMade, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();
  const queryClient = useQueryClient();
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const making = useMutation({
    mutationFn: () => make(password),
    onSuccess: async ({ cle }) => {
      onMade(cle);
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (making.isPending) return;
    const form = event.currentTarget;
    const refuse = (sentence: string) => {
      setRefused(sentence);
      focusFirst(form, ['current_password']);
    };
    setRefused(undefined);
    const first = fault();
    if (first !== null) return focusFirst(form, [first.field]);
    if (password === '') return refuse('Le mot de passe actuel est requis.');
    making.mutate(undefined, { onError: (error) => isWrongPassword(error) && refuse('Mot de passe incorrect.') });
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
        {making.isError && !isWrongPassword(making.error) && (
          <Banner tone="error" title="La clé n’a pas été créée.">
            {refusalSentence(making.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={making.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" loading={making.isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}
