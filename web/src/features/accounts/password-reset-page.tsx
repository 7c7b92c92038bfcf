import { resetPassword } from '#responses/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { errorIdOf, FormErrors } from '#ui/form-errors.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';
import { NOTHING_WRONG, readResetRequestRefusal } from './refusal.ts';
import { Banner } from '#ui/banner.tsx';

/** Asks for a link by mail. Says that the address is unknown when the server does. */
export function PasswordResetPage() {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  if (!isSent) {
    return (
      <ResetRequest
        firstEmail={email}
        onSent={(address) => {
          setEmail(address);
          setSent(true);
        }}
      />
    );
  }
  return (
    <AccountPage title="Consultez vos e-mails">
      <Card>
        <PasswordResetSent email={email} onRestart={() => setSent(false)} />
      </Card>
    </AccountPage>
  );
}

type ResetRequestProps = {
  /** The former address, when the form comes back; empty the first time. */
  firstEmail: string;
  onSent: (email: string) => void;
};

function ResetRequest({ firstEmail, onSent }: ResetRequestProps) {
  const [email, setEmail] = useState(firstEmail);
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const emailField = useFocusOnArrival<HTMLInputElement>(firstEmail !== '');
  const errorsId = useId();
  const address = email.trim();
  const attempt = useMutation({
    mutationFn: () => call(resetPassword, { body: { email: address } }),
    onSuccess: () => onSent(address),
    onError: (error) => setRefusal(readResetRequestRefusal(error)),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (attempt.isPending) return;
    if (address === '') {
      setRefusal({ errors: [{ field: 'email', message: 'email non renseigné' }], hint: null });
      return;
    }
    setRefusal(NOTHING_WRONG);
    attempt.mutate();
  };

  return (
    <AccountPage
      title="Mot de passe oublié"
      lead="Indiquez l’adresse de votre compte&nbsp;: nous y envoyons un lien pour choisir un nouveau mot de passe."
    >
      <Card>
        <form className={styles.form} noValidate onSubmit={submit}>
          <FormErrors id={errorsId} errors={refusal.errors}>
            {refusal.hint}
          </FormErrors>
          <TextField
            ref={emailField}
            label="Adresse e-mail"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            errorId={errorIdOf(errorsId, refusal.errors, 'email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" size="large" loading={attempt.isPending}>
            Recevoir le lien
          </Button>
        </form>
      </Card>
      <p>
        <Link to={paths.login}>Revenir à la connexion</Link> ou <Link to={paths.signUp}>créer un compte</Link>
      </p>
    </AccountPage>
  );
}

type PasswordResetSentProps = { email: string; onRestart: () => void };

/** Replaces the form: what to do with the mail, or without it. */
function PasswordResetSent({ email, onRestart }: PasswordResetSentProps) {
  const panel = useFocusOnArrival<HTMLDivElement>();
  return (
    <div ref={panel} tabIndex={-1} className={styles.next}>
      <Banner live tone="success" title="Un email de réinitialisation a été envoyé" />
      <p>
        Ouvrez le lien envoyé à <strong className={styles.address}>{email}</strong> pour choisir un nouveau mot de
        passe. Il ne sert qu’une fois et reste valable une heure.
      </p>
      <p>Rien reçu dans quelques minutes&nbsp;? Regardez dans vos spams, puis redemandez un lien.</p>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onRestart}>
          Redemander un lien
        </Button>
        <ButtonLink variant="quiet" to={paths.login}>
          Revenir à la connexion
        </ButtonLink>
      </div>
    </div>
  );
}
