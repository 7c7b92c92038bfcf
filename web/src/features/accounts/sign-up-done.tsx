import { useEffect } from 'react';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import styles from './account-form.module.css';
import { useIsActivatedElsewhere } from './activation-signal.ts';
import { loginStateFrom } from './login-banner.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { useFocusOnArrival } from '#lib/focus.ts';

type SignUpDoneProps = {
  email: string;
  /** The token of the sign-up's response, to ask whether the account is active; null without one. */
  awaited: string | null;
  onRestart: () => void;
};

/** Replaces the form: where the link was sent, and what to do when it does not arrive. */
export function SignUpDone({ email, awaited, onRestart }: SignUpDoneProps) {
  const panel = useFocusOnArrival<HTMLDivElement>();
  const isActivated = useIsActivatedElsewhere(awaited);
  // The form was longer: without this the page stays at its foot.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  if (isActivated) {
    return (
      <div className={styles.next}>
        <Banner live tone="success" title="Votre compte est activé.">
          Le lien reçu par e-mail a été ouvert. Vous pouvez continuer ici.
        </Banner>
        <ButtonLink to={paths.login} state={loginStateFrom('activation')}>
          Se connecter
        </ButtonLink>
      </div>
    );
  }
  return (
    <div ref={panel} tabIndex={-1} className={styles.next}>
      <Banner live tone="success" title={SUCCESS} />
      <p>
        Le lien est envoyé à <strong className={styles.address}>{email}</strong>. Il suffit de l’ouvrir, puis de se
        connecter.
      </p>
      <ResendActivation
        email={email}
        before={<ButtonLink to={paths.login}>J’ai activé mon compte</ButtonLink>}
        after={
          <Button variant="quiet" onClick={onRestart}>
            Corriger mon adresse
          </Button>
        }
      />
    </div>
  );
}

const SUCCESS =
  "Inscription réalisée avec succès ! Vous allez recevoir un lien d'activation de votre compte sur votre adresse mail dans quelques minutes. Pensez à vérifier vos spams.";
