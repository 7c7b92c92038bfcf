import { Button } from '#ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** Takes the place of one screen that broke; the bar and the footer go on working. */
export function ScreenError() {
  return (
    <MessagePage
      title="Cette page n’a pas pu s’afficher"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Recharger la page</Button>
          <Button variant="secondary" onClick={() => window.location.assign('/')}>
            Revenir à l’accueil
          </Button>
        </>
      }
    >
      <p role="alert">
        Une erreur inattendue s’est produite. Votre saisie est conservée et aucun crédit n’a été débité. Si l’erreur
        revient après un rechargement, écrivez-nous.
      </p>
    </MessagePage>
  );
}
