import { Link, useLocation } from 'react-router';
import { Banner } from '#ui/banner.tsx';
import { SUPPORT_EMAIL } from '#lib/publisher.ts';
import { paths } from '#paths.ts';
import { z } from 'zod';
import { AccountGate } from './account-gate.tsx';

/** State of a navigation to or from the login page: the next screen says what was just done. */
const LoginState = z.object({ from: z.enum(['activation', 'reset', 'sign-in', 'withdrawal']) });
export type LoginState = z.infer<typeof LoginState>;
type Origin = LoginState['from'];

export function loginStateFrom(from: Origin): LoginState {
  return { from };
}

/** Reads the location's state, which the browser keeps and any page may have written; null when it is not ours. */
export function loginOriginOf(state: unknown): Origin | null {
  const arrival = LoginState.safeParse(state);
  return arrival.success ? arrival.data.from : null;
}

const MESSAGES = {
  activation: { title: 'Votre compte est activé.', next: 'Connectez-vous pour entrer dans votre espace.' },
  reset: {
    title: 'Mot de passe réinitialisé avec succès.',
    next: 'Votre mot de passe a été changé, connectez-vous.',
  },
};

/** On the login page: what was just done elsewhere, what was asked for, or what is pending. */
export function LoginBanner({ wanted }: { wanted: string | null }) {
  const origin = loginOriginOf(useLocation().state);
  if (wanted !== null)
    return <Banner title={`Connectez-vous pour voir ${wanted}.`}>Vous y arriverez aussitôt après.</Banner>;
  if (origin === null || origin === 'sign-in') return <AccountGate />;
  if (origin === 'withdrawal') return <ToWithdraw />;
  const { title, next } = MESSAGES[origin];
  return (
    <Banner live tone="success" title={title}>
      {next}
    </Banner>
  );
}

/** From the footer's link: whose contract it is, the account says; the law leaves other ways. */
function ToWithdraw() {
  return (
    <Banner live title="Connectez-vous pour renoncer au contrat.">
      Vous arriverez au bouton de rétractation. Vous ne pouvez pas vous connecter&nbsp;? Écrivez à{' '}
      <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a> ou recopiez le{' '}
      <Link to={`${paths.terms}#article-6`}>formulaire de rétractation</Link>.
    </Banner>
  );
}
