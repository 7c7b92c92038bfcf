import { resetPasswordConfirm } from '#responses/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '#lib/api.ts';
import { dropToken } from '#lib/token.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { errorIdOf, FormErrors, type FormError } from '#ui/form-errors.tsx';
import { PasswordRules } from './password-rules.tsx';
import { PasswordField } from '#ui/field.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';
import { signalActivation } from './activation-signal.ts';
import { loginStateFrom } from './login-banner.tsx';
import { checkNewPassword } from './password-checks.ts';
import { readResetRefusal, type ResetRefusal } from './refusal.ts';

const FAILED: FormError = { message: "Une erreur s'est produite lors de la réinitialisation du mot de passe." };
const EMPTY = { new_password: '', re_new_password: '' };

/** Opened from the mail. The page's own checks, then the server's rule, ticked while typing. */
export function NewPasswordPage() {
  const navigate = useNavigate();
  const { param1: uid = '', param2: token = '' } = useParams();
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<FormError[]>([]);
  const errorsId = useId();
  const rulesId = useId();
  const attempt = useMutation({
    mutationFn: () => call(resetPasswordConfirm, { body: { uid, token, new_password: form.new_password } }),
    onSuccess: () => {
      // The reset has revoked every token of the account.
      dropToken();
      // The link also activates an account that waited for it.
      signalActivation();
      void navigate(paths.login, { replace: true, state: loginStateFrom('reset') });
    },
    onError: () => setErrors([FAILED]),
  });

  const refusal = attempt.error && readResetRefusal(attempt.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (attempt.isPending) return;
    const mistakes = checkNewPassword(form.new_password, form.re_new_password);
    setErrors(mistakes);
    attempt.reset();
    if (mistakes.length === 0) attempt.mutate();
  };
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: form[name],
    autoComplete: 'new-password',
    errorId: errorIdOf(errorsId, errors, name),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  return (
    <AccountPage title="Nouveau mot de passe">
      <Card>
        <form className={styles.form} noValidate onSubmit={submit}>
          <FormErrors
            id={errorsId}
            errors={errors}
            action={
              refusal?.isLinkDead && (
                <ButtonLink variant="secondary" to={paths.passwordReset}>
                  Demander un nouveau lien
                </ButtonLink>
              )
            }
          >
            {refusal && <Reasons refusal={refusal} />}
          </FormErrors>
          <PasswordField label="Nouveau mot de passe" describedBy={rulesId} {...field('new_password')} />
          <PasswordRules id={rulesId} password={form.new_password} />
          <PasswordField label="Confirmation du mot de passe" {...field('re_new_password')} />
          <Button type="submit" size="large" loading={attempt.isPending}>
            Changer mon mot de passe
          </Button>
        </form>
      </Card>
      <p>
        <Link to={paths.login}>Revenir à la connexion</Link>
      </p>
    </AccountPage>
  );
}

function Reasons({ refusal: { reasons, isLinkDead } }: { refusal: ResetRefusal }) {
  return (
    <div className={styles.next}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {isLinkDead && (
        <p>Ce lien n’est plus valable&nbsp;: il a déjà servi, il a expiré, ou vous vous êtes connecté depuis.</p>
      )}
    </div>
  );
}
