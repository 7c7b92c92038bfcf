import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { MessagePage } from './message-page.tsx';

export function NotFound() {
  return (
    <MessagePage
      title="Cette page n’existe pas"
      actions={
        <>
          <ButtonLink to={paths.home}>Revenir à l’accueil</ButtonLink>
          <ButtonLink to={paths.wizard} variant="secondary">
            Réaliser un état des risques
          </ButtonLink>
        </>
      }
    >
      <p>L’adresse demandée a peut-être été mal recopiée, ou la page a été déplacée.</p>
    </MessagePage>
  );
}
