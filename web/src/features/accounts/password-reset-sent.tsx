import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import styles from './account-form.module.css';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';

type PasswordResetSentProps = { email: string; onRestart: () => void };

/** Replaces the form: what to do with the mail, or without it. */
export function PasswordResetSent({ email, onRestart }: PasswordResetSentProps) {
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
