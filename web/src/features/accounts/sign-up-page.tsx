import { signUp } from '@clairisque/contract/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { errorIdOf, FormErrors } from '#ui/form-errors.tsx';
import { PasswordRules } from '#ui/password-rules.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';
import { ask, NOTHING_WRONG } from './refusal.ts';
import { checkSignUp, type SignUpForm } from './sign-up-checks.ts';
import { SignUpDone } from './sign-up-done.tsx';
import { readSignUpRefusal } from './sign-up-errors.ts';

const EMPTY: SignUpForm = { email: '', password: '', re_password: '' };

/** Our checks in their order, one at a time; then what the server refuses, by field or by status (spec §5, §8). */
export function SignUpPage() {
  const [registered, setRegistered] = useState<string | null>(null);
  return (
    <AccountPage title={registered === null ? 'Créer un compte' : 'Plus qu’une étape'}>
      <Card>
        {registered === null ? (
          <SignUpFields onDone={setRegistered} />
        ) : (
          <SignUpDone email={registered} onRestart={() => setRegistered(null)} />
        )}
      </Card>
      {registered === null && (
        <p>
          Déjà un compte ? <Link to={paths.login}>Se connecter</Link>
        </p>
      )}
    </AccountPage>
  );
}

function SignUpFields({ onDone }: { onDone: (email: string) => void }) {
  const [form, setForm] = useState(EMPTY);
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const errorsId = useId();
  const rulesId = useId();
  const email = form.email.trim();
  const attempt = useMutation({
    mutationFn: () => ask(signUp, { body: { ...form, email, username: email } }),
    onSuccess: () => onDone(email),
    onError: (error) => setRefusal(readSignUpRefusal(error)),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (attempt.isPending) return;
    const error = checkSignUp(form);
    setRefusal({ errors: error ? [error] : [], hint: null });
    if (error === null) attempt.mutate();
  };
  const field = (name: keyof SignUpForm) => ({
    name,
    value: form[name],
    errorId: errorIdOf(errorsId, refusal.errors, name),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormErrors id={errorsId} errors={refusal.errors}>
        {refusal.hint}
      </FormErrors>
      <TextField
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        help="Elle sera votre identifiant. Nous y envoyons le lien d’activation."
        {...field('email')}
      />
      <PasswordField label="Mot de passe" autoComplete="new-password" describedBy={rulesId} {...field('password')} />
      <PasswordRules id={rulesId} password={form.password} />
      <PasswordField label="Confirmation du mot de passe" autoComplete="new-password" {...field('re_password')} />
      <Button type="submit" size="large" loading={attempt.isPending}>
        Créer mon compte
      </Button>
    </form>
  );
}
