import { setPassword } from '#responses/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PasswordRules } from '#features/accounts/password-rules.tsx';
import { calendarQuery } from '#features/reminders/reminder-card.tsx';
import { call } from '#lib/api.ts';
import { PasswordField } from '#ui/field.tsx';
import { TransientMessage, type Outcome } from './transient-message.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import { checkPassword, type PasswordForm } from './password-form.ts';
import styles from './profile.module.css';
import { passwordRefusal } from './refusals.ts';

const EMPTY: PasswordForm = { current_password: '', new_password: '', confirmation: '' };
const CHANGED: Outcome = {
  tone: 'success',
  sentence: 'Votre mot de passe est changé.',
  reasons: [
    'Vos autres appareils devront se reconnecter.',
    'L’adresse secrète de votre agenda change aussi : si vous l’utilisez, abonnez-le de nouveau.',
  ],
};

/** « Mot de passe ». The current session stays open; the server closes the others. */
export function PasswordCard({ username }: { username: string | undefined }) {
  const [form, setForm] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const rulesId = useId();
  const queryClient = useQueryClient();
  const errors = checkPassword(form);

  const change = useMutation({
    mutationFn: ({ current_password, new_password }: PasswordForm) =>
      call(setPassword, { body: { current_password, new_password } }),
    onSuccess: () => {
      setForm(EMPTY);
      setChecked(false);
      setOutcome({ ...CHANGED });
      void queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey });
    },
    onError: (error) => setOutcome({ tone: 'error', ...passwordRefusal(error) }),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    setChecked(true);
    setOutcome(null);
    if (Object.keys(errors).length === 0) change.mutate(form);
    else focusFirst(event.currentTarget, Object.keys(errors));
  };
  const field = (name: keyof PasswordForm) => ({
    name,
    value: form[name],
    error: isChecked ? errors[name] : undefined,
    autoComplete: name === 'current_password' ? 'current-password' : 'new-password',
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });

  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={submit} aria-labelledby="mot-de-passe">
        <h3 id="mot-de-passe">Mot de passe</h3>
        {/* For password managers: the account of the new password. */}
        <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
        <PasswordField label="Mot de passe actuel" {...field('current_password')} />
        <PasswordField label="Nouveau mot de passe" describedBy={rulesId} {...field('new_password')} />
        <PasswordRules id={rulesId} password={form.new_password} />
        <PasswordField label="Confirmation du nouveau mot de passe" {...field('confirmation')} />
        <div>
          <Button type="submit" loading={change.isPending}>
            Changer mon mot de passe
          </Button>
          <TransientMessage outcome={outcome} onGone={() => setOutcome(null)} />
        </div>
      </form>
    </Card>
  );
}
