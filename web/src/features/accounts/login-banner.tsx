import { useLocation } from 'react-router';
import { Banner } from '#ui/banner.tsx';
import { originOf } from './login-origin.ts';
import { WaitingBanner } from './unfinished-work-banner.tsx';

const MESSAGES = {
  activation: { title: 'Votre compte est activé.', next: 'Connectez-vous pour entrer dans votre espace.' },
  reset: {
    title: 'Mot de passe réinitialisé avec succès.',
    next: 'Votre mot de passe a été changé, connectez-vous.',
  },
};

/** On the login page: what was just done elsewhere, or what is pending. */
export function ArrivalBanner() {
  const origin = originOf(useLocation().state);
  if (origin === null || origin === 'sign-in') return <WaitingBanner />;
  const { title, next } = MESSAGES[origin];
  return (
    <Banner live tone="success" title={title}>
      {next}
    </Banner>
  );
}
