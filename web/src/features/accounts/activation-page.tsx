import { useEffect, useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, type Params } from 'react-router';
import { announce } from '#lib/announce.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CountdownBar, Spinner } from '#ui/progress-bar.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';
import { loginStateFrom } from './login-banner.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { activate } from '#responses/accounts.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { signalActivation } from './activation-signal.ts';

/** `already`: the link is valid but the account was already active, after a second click or a mail scanner. */
type ActivationOutcome = 'done' | 'already' | 'refused' | 'unreachable';

/**
 * Loader of the screen. A loader runs once per arrival, whatever React does with its effects, and again on « Réessayer
 * »; the screen is shown before the response.
 */
export function loadActivation({ params }: { params: Params }): { outcome: Promise<ActivationOutcome> } {
  return { outcome: activateAccount(params['param1'] ?? '', params['param2'] ?? '') };
}

async function activateAccount(uid: string, token: string): Promise<ActivationOutcome> {
  try {
    await call(activate, { body: { uid, token } });
    signalActivation();
    return 'done';
  } catch (error) {
    const status = error instanceof ApiFailure ? error.status : null;
    if (status === 403) return 'already';
    return status === null || status === 429 || status >= 500 ? 'unreachable' : 'refused';
  }
}

const BAR_MS = 5_000;
const REDIRECT_AFTER_MS = 5_100;
const REFUSED = "Une erreur s'est produite. Veuillez réessayer.";

/** Opened from the mail: activates the account at once, then says what comes next. */
export function ActivationPage() {
  const outcome = useOutcome(useLoaderData<typeof loadActivation>().outcome);
  return (
    <AccountPage title="Activation du compte">
      <Card className={styles.next}>
        {outcome === undefined && (
          <p className={styles.actions}>
            <Spinner /> Activation de votre compte en cours…
          </p>
        )}
        {outcome === 'done' && <Departure />}
        {outcome !== undefined && outcome !== 'done' && <Refusal outcome={outcome} />}
      </Card>
    </AccountPage>
  );
}

/** Undefined until this promise settles. */
function useOutcome(promise: Promise<ActivationOutcome>): ActivationOutcome | undefined {
  const [settled, setSettled] = useState<{ promise: Promise<ActivationOutcome>; outcome: ActivationOutcome }>();
  useEffect(() => {
    let isLeft = false;
    void promise.then((outcome) => !isLeft && setSettled({ promise, outcome }));
    return () => {
      isLeft = true;
    };
  }, [promise]);
  return settled?.promise === promise ? settled.outcome : undefined;
}

function Departure() {
  const navigate = useNavigate();
  useEffect(() => {
    announce('Compte activé. La page de connexion s’ouvre dans 5 secondes.');
    const leave = () => void navigate(paths.login, { replace: true, state: loginStateFrom('activation') });
    const timer = window.setTimeout(leave, REDIRECT_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <Banner live tone="success" title="Vous venez de valider votre compte! Bienvenue chez Clairisque.">
        La page de connexion s’ouvre dans 5 secondes.
      </Banner>
      <CountdownBar durationMs={BAR_MS} label="Ouverture de la page de connexion" />
      <ButtonLink to={paths.login} replace state={loginStateFrom('activation')}>
        Se connecter maintenant
      </ButtonLink>
    </>
  );
}

const EXPLANATIONS: Record<Exclude<ActivationOutcome, 'done'>, string> = {
  already: 'Votre compte est déjà actif\u00A0: vous pouvez vous connecter.',
  refused:
    'Ce lien n’est plus valable\u00A0: il a expiré ou a déjà servi. Si votre compte est déjà actif, connectez-vous.',
  unreachable: 'Le service n’a pas pu répondre. Votre lien reste valable.',
};

function Refusal({ outcome }: { outcome: Exclude<ActivationOutcome, 'done'> }) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <Banner tone={outcome === 'already' ? 'info' : 'error'} role="alert" title={REFUSED}>
        {EXPLANATIONS[outcome]}
      </Banner>
      {outcome === 'refused' && <ResendActivation />}
      <div className={styles.actions}>
        {outcome === 'unreachable' && <Button onClick={() => void revalidate()}>Réessayer</Button>}
        {outcome === 'already' ? (
          <ButtonLink to={paths.login}>Se connecter</ButtonLink>
        ) : (
          <Link to={paths.login}>Se connecter</Link>
        )}
      </div>
    </>
  );
}
