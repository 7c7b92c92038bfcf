import { AWAITED } from '@clairisque/contract/accounts.ts';
import { CONSENTS, TERMS_NAME, TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { TERMS_SHOWN } from '@clairisque/contract/accepted-terms.ts';
import { signUp } from '#responses/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { saveForNewAccount } from '#features/drafts/saved-draft.ts';
import { TermsLink } from '#features/orders/consents.tsx';
import { callWithHeaders } from '#lib/api.ts';
import { localStore } from '#lib/storage.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { errorIdOf, FormErrors } from '#ui/form-errors.tsx';
import { PasswordRules } from './password-rules.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import styles from './account-form.module.css';
import { AccountGate } from './account-gate.tsx';
import { AccountPage } from './account-page.tsx';
import { NOTHING_WRONG } from './refusal.ts';
import { checkSignUp, type SignUpForm } from './password-checks.ts';
import { SignUpDone } from './sign-up-done.tsx';
import { readSignUpRefusal } from './sign-up-errors.ts';

/** Our checks, all at once in the prescribed order; then the server's refusals, by field or by status. */
export function SignUpPage() {
  const [email, setEmail] = useState('');
  const [awaited, setAwaited] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <AccountPage title="Plus qu’une étape">
        <Card>
          <SignUpDone email={email} awaited={awaited} onRestart={() => setDone(false)} />
        </Card>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Créer un compte">
      <AccountGate />
      <Card>
        <SignUpFields
          firstEmail={email}
          onDone={(registered, token) => {
            setEmail(registered);
            localStore.setItem('compte_cree', registered);
            setAwaited(token);
            setDone(true);
          }}
        />
      </Card>
      <p>
        Déjà un compte&nbsp;? <Link to={paths.login}>Se connecter</Link>
      </p>
      <p className={styles.small}>
        Gratuit, sans engagement d’achat. <Link to={paths.privacy}>Ce que nous faisons de vos données</Link>.
      </p>
    </AccountPage>
  );
}

type SignUpFieldsProps = {
  /** The former address, when the form comes back; empty the first time. */
  firstEmail: string;
  onDone: (email: string, awaited: string | null) => void;
};

const [beforeTerms = '', afterTerms = ''] = CONSENTS.account.split(TERMS_NAME);

function SignUpFields({ firstEmail, onDone }: SignUpFieldsProps) {
  const [form, setForm] = useState<SignUpForm>({ email: firstEmail, password: '', re_password: '' });
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const emailField = useFocusOnArrival<HTMLInputElement>(firstEmail !== '');
  const errorsId = useId();
  const rulesId = useId();
  const email = form.email.trim();
  const attempt = useMutation({
    mutationFn: () =>
      callWithHeaders(signUp, {
        body: { ...form, email, username: email },
        // The prescribed body has no place for it.
        headers: { [TERMS_SHOWN.header]: TERMS_VERSION },
      }),
    onSuccess: ({ headers }) => {
      void saveForNewAccount({ email, password: form.password });
      onDone(email, headers.get(AWAITED.header));
    },
    onError: (error) => setRefusal(readSignUpRefusal(error)),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (attempt.isPending) return;
    const errors = checkSignUp(form);
    setRefusal({ errors, hint: null });
    if (errors.length === 0) attempt.mutate();
  };
  const field = (name: keyof SignUpForm) => ({
    name,
    required: true,
    value: form[name],
    errorId: errorIdOf(errorsId, refusal.errors, name),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormErrors id={errorsId} errors={refusal.errors}>
        {refusal.hint}
      </FormErrors>
      <p className={styles.small}>Les trois champs sont obligatoires.</p>
      <TextField
        ref={emailField}
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        help="Elle sera votre identifiant. Nous y envoyons le lien d’activation."
        {...field('email')}
      />
      <PasswordField label="Mot de passe" autoComplete="new-password" describedBy={rulesId} {...field('password')} />
      <PasswordRules id={rulesId} password={form.password} />
      <PasswordField label="Confirmation du mot de passe" autoComplete="new-password" {...field('re_password')} />
      <p className={styles.small}>
        {beforeTerms}
        <TermsLink>{TERMS_NAME}</TermsLink>
        {afterTerms}
      </p>
      <Button type="submit" size="large" loading={attempt.isPending}>
        Créer mon compte
      </Button>
    </form>
  );
}
