import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { Link, redirect, useLocation, useNavigate } from 'react-router';
import { requestToken, signIn } from '#lib/session.ts';
import { localStore } from '#lib/storage.ts';
import { readToken } from '#lib/token.ts';
import { paths, WITHDRAWAL } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';
import { loginOriginOf, loginStateFrom, LoginBanner } from './login-banner.tsx';
import { isRefused, readLoginRefusal, NOTHING_WRONG } from './refusal.ts';
import { ResendActivation } from './resend-activation.tsx';
import { wantedFrom } from './return-path.ts';
import { waitingWork } from './account-gate.tsx';

/** Loader: a signed-in user goes to the account area, or to what was asked for. */
export function skipWhenSignedIn({ request }: { request: Request }): Response | null {
  if (readToken() === null) return null;
  return redirect(wantedFrom(new URL(request.url).search)?.path ?? paths.mySpace);
}

/** No check before the call. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const wanted = wantedFrom(search);
  const destination = loginOriginOf(state) === 'withdrawal' ? WITHDRAWAL : (wanted?.path ?? paths.mySpace);
  const [username, setUsername] = useUsername();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const attempt = useMutation({
    mutationFn: () => requestToken(username, password),
    onSuccess: async (token) => {
      await signIn(token, username);
      localStore.removeItem('compte_cree');
      void navigate(destination, { state: loginStateFrom('sign-in') });
    },
    onError: (error) => setRefusal(readLoginRefusal(error)),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  };

  return (
    <AccountPage title="Connexion">
      <LoginBanner wanted={wanted?.what ?? null} />
      <Card>
        <form id="connexion" className={styles.form} noValidate onSubmit={submit}>
          <FormErrors id="refus" errors={attempt.isError ? refusal.errors : NOTHING_WRONG.errors}>
            {refusal.hint}
          </FormErrors>
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
          <Link to={paths.passwordReset}>Mot de passe oublié&nbsp;?</Link>
        </form>
      </Card>
      {attempt.isError && isRefused(attempt.error) && <NotActivated email={username.trim()} />}
      <NoAccountYet isAsked={wanted !== null} />
    </AccountPage>
  );
}

/** The gate has this way already (`account-gate.tsx`), unless another screen was asked for. */
function NoAccountYet({ isAsked }: { isAsked: boolean }) {
  if (!isAsked && waitingWork() !== null) return null;
  return (
    <p>
      Pas encore de compte&nbsp;? <Link to={paths.signUp}>Créer un compte</Link>
    </p>
  );
}

/** Before anything is typed, the address of the account just created in this browser; absent from the prerendered page. */
function useUsername(): [username: string, type: (username: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const created = useSyncExternalStore(never, createdHere, () => null);
  return [typed ?? created ?? '', setTyped];
}

const createdHere = (): string | null => localStore.getItem('compte_cree');
const never = () => () => undefined;

/** The server refuses an account that waits for its activation like a wrong password. */
function NotActivated({ email }: { email: string }) {
  return (
    <Disclosure label="Compte pas encore activé ?">
      <ResendActivation {...(email.includes('@') && { email })} />
    </Disclosure>
  );
}
