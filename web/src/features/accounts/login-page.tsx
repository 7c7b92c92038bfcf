import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { requestToken, signIn } from '#lib/session.ts';
import { readToken } from '#lib/token.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import styles from './login-page.module.css';
import { loginHint } from './login-hint.ts';

/** Whoever is signed in already has nothing to do here. */
export function skipWhenSignedIn(): Response | null {
  return readToken() === null ? null : redirect(paths.mySpace);
}

/** No check before the call, one sentence for every failure (spec §5, §8); a second line says what can be done. */
export function LoginPage() {
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: () => requestToken(username, password),
    onSuccess: (token) => {
      signIn(token);
      void navigate(paths.mySpace);
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  };
  const hint = attempt.error && loginHint(attempt.error);

  return (
    <div className={`page ${styles.page}`}>
      <h1>Connexion</h1>
      <Card>
        <form className={styles.form} noValidate onSubmit={submit}>
          {attempt.isError && (
            <Banner tone="error" role="alert" title="Mot de passe ou email incorrect">
              {hint}
            </Banner>
          )}
          <TextField
            label="Adresse e-mail"
            name="username"
            type="email"
            autoComplete="username"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <PasswordField
            label="Mot de passe"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" size="large" loading={attempt.isPending}>
            Se connecter
          </Button>
          <Link to={paths.passwordReset}>Mot de passe oublié ?</Link>
        </form>
      </Card>
      <p>
        Pas encore de compte ? <Link to={paths.signUp}>Créer un compte</Link>
      </p>
    </div>
  );
}
