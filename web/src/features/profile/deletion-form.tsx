import { deleteMe, me } from '#responses/accounts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import styles from './deletion.module.css';

/** Asks for the password again. */
export function DeletionForm({ onDeleted }: { onDeleted: () => void }) {
  const goBack = useGoBack();
  const [password, setPassword] = useState('');
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const deletion = useMutation({
    mutationFn: () => call(deleteMe, { body: { current_password: password } }),
    onSuccess: onDeleted,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password !== '' && !deletion.isPending) deletion.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {/* For password managers: the account. */}
      <input type="text" name="username" autoComplete="username" value={account.data?.username ?? ''} readOnly hidden />
      <PasswordField
        label="Mot de passe"
        name="current_password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <div role="alert" className={styles.refusal}>
          {deletion.isError && <Banner tone="error" {...refusalOf(deletion.error)} />}
        </div>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={goBack}>
            Annuler et revenir en arrière
          </Button>
          <Button type="submit" variant="danger" disabled={password === ''} loading={deletion.isPending}>
            Supprimer mon compte
          </Button>
        </div>
      </div>
    </form>
  );
}

/** One sentence for every failure except a timeout; a second line says what the user can do. */
function refusalOf(error: Error): { title: string; children?: string | null } {
  if (error instanceof ApiFailure && error.timedOut) return { title: TOO_SLOW };
  return { title: 'Mot de passe incorrect.', children: retryHint(error) };
}

/** Goes one page back, or to the account area when the page was opened by its URL. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const state = window.history.state as { idx?: number } | null;
    void (state?.idx ? navigate(-1) : navigate(paths.mySpace));
  };
}
