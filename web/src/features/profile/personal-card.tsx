import { UserData } from '@clairisque/contract/profile.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Select, TextField } from '#ui/field.tsx';
import { TransientMessage } from './transient-message.tsx';
import { ProfileAddress } from './profile-address.tsx';
import { PHONE_REFUSED, PHONE_MAX_LENGTH, shortPhone } from './profile-form.ts';
import styles from './profile.module.css';
import { useProfileForm } from './use-profile-form.ts';
import type { ClipboardEvent } from 'react';

const STATUSES = [
  { value: 'PAR', label: 'Particulier' },
  { value: 'PRO', label: 'Professionnel' },
];

type PersonalCardProps = {
  user: UserData;
  /** The e-mail; undefined while it is loading. */
  username: string | undefined;
};

/** « Mes informations ». The e-mail is the account's name and cannot be changed here. */
export function PersonalCard({ user, username }: PersonalCardProps) {
  const { form, errors, isSaving, outcome, forgetOutcome, change, submit } = useProfileForm(user);
  const text = (name: 'nom' | 'prenom' | 'nomSociete' | 'siren') => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={submit} aria-labelledby="mes-informations">
        <h3 id="mes-informations">Mes informations</h3>
        <TextField
          label="Adresse e-mail"
          name="username"
          type="email"
          autoComplete="username"
          readOnly
          value={username ?? ''}
          help="C’est aussi votre identifiant. Pour en changer, écrivez-nous par le lien « Contact »."
        />
        <div className={styles.pair}>
          <TextField label="Prénom" autoComplete="given-name" maxLength={100} {...text('prenom')} />
          <TextField label="Nom" autoComplete="family-name" maxLength={100} {...text('nom')} />
        </div>
        <div className={styles.pair}>
          <Select
            label="Statut"
            name="statut"
            options={STATUSES}
            value={form.statut}
            onChange={(event) => change({ statut: UserData.shape.statut.parse(event.target.value) })}
          />
          <PhoneField value={form.telephone} error={errors.telephone} onChange={(telephone) => change({ telephone })} />
        </div>
        {form.statut === 'PRO' && (
          <div className={styles.pair}>
            <TextField label="Société" optional autoComplete="organization" maxLength={150} {...text('nomSociete')} />
            <TextField
              label="SIREN"
              optional
              inputMode="numeric"
              maxLength={14}
              help="Figure sur vos factures, comme la loi le demande entre professionnels."
              {...text('siren')}
            />
          </div>
        )}
        <ProfileAddress value={form.adresse} error={errors.adresse} onChange={(adresse) => change({ adresse })} />
        <div>
          <Button
            type="submit"
            className={styles.submit}
            loading={isSaving}
            {...(errors.telephone !== undefined && { disabledReason: PHONE_REFUSED })}
          >
            Enregistrer
          </Button>
          <TransientMessage outcome={outcome} onGone={forgetOutcome} />
        </div>
      </form>
    </Card>
  );
}

type PhoneFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** Optional. Removes spaces from a pasted number before the browser cuts it at the prescribed length. */
function PhoneField({ value, error, onChange }: PhoneFieldProps) {
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { selectionStart, selectionEnd } = input;
    const isWhole = selectionStart === 0 && selectionEnd === input.value.length;
    if (!isWhole) return;
    event.preventDefault();
    onChange(shortPhone(event.clipboardData.getData('text')).slice(0, PHONE_MAX_LENGTH));
  }
  return (
    <TextField
      label="Téléphone"
      optional
      name="telephone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={PHONE_MAX_LENGTH}
      value={value}
      error={error}
      onPaste={paste}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
