import { useMatches } from 'react-router';
import type { ScreenHandle } from '#shell/use-arrival.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** Stands at the declared addresses whose screen is not built yet. */
export function ComingSoon() {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  return (
    <MessagePage
      title={handle?.title ?? 'Bientôt disponible'}
      actions={
        <ButtonLink to={paths.home} variant="secondary">
          Revenir à l’accueil
        </ButtonLink>
      }
    >
      <p>Bientôt disponible : cette page est en cours de préparation.</p>
    </MessagePage>
  );
}
