import { resendActivation } from '@clairisque/contract/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './account-form.module.css';
import { messagesByField, retryHint } from './refusal.ts';

type ResendActivationProps = {
  /** The address; the form asks for it when unknown. */
  email?: string;
  /** The other ways: on a line above, and beside. */
  before?: ReactNode;
  after?: ReactNode;
};

/**
 * « Renvoyer le lien »: the server never says whether the address waits for an activation, so the page does not either.
 */
export function ResendActivation({ email: known, before, after }: ResendActivationProps) {
  const [typed, setTyped] = useState('');
  const email = known ?? typed.trim();
  const attempt = useMutation({
    mutationFn: () => call(resendActivation, { body: { email } }),
    onSuccess: () => announce('Votre demande est prise en compte.'),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {known === undefined && (
        <TextField
          label="Adresse e-mail de votre compte"
          name="email"
          type="email"
          autoComplete="email"
          value={typed}
          error={attempt.isError ? whyNot(attempt.error) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={before ? styles.ways : styles.actions}>
        {before}
        <Button type="submit" variant="secondary" loading={attempt.isPending}>
          Renvoyer le lien
        </Button>
        {after}
      </div>
      {attempt.isSuccess && (
        <Banner live tone="success">
          Si un compte attend son activation à cette adresse, un nouveau lien vient de partir. Vous y choisirez votre
          mot de passe.
        </Banner>
      )}
      {attempt.isError && known !== undefined && (
        <Banner live tone="error">
          {whyNot(attempt.error)}
        </Banner>
      )}
    </form>
  );
}

function whyNot(error: Error): string {
  const said = error instanceof ApiFailure ? messagesByField(error.body).get('email')?.[0] : undefined;
  return retryHint(error) ?? said ?? 'Le lien n’a pas pu être renvoyé. Vérifiez l’adresse, puis réessayez.';
}
