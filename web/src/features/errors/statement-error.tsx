import { Link, useNavigate } from 'react-router';
import { resetStatementDraft } from '#lib/cookies.ts';
import { useSession } from '#lib/session.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** `/errorERP`: where a failed creation, generation or download ends. */
export function StatementError() {
  const navigate = useNavigate();
  const { isAuthenticated } = useSession();
  const leave = () => {
    resetStatementDraft();
    void navigate(paths.home);
  };
  return (
    <MessagePage
      title="Oups !"
      actions={
        <>
          <Button onClick={leave}>Revenir à l'accueil</Button>
          <ButtonLink to={paths.wizard} variant="secondary">
            Réessayer
          </ButtonLink>
        </>
      }
    >
      <p>
        Une erreur s'est produite lors du traitement de votre demande. Veuillez réessayer plus tard ou nous contacter si
        le problème persiste.
      </p>
      <p>
        <strong>Aucun crédit n’a été débité</strong> pour un document qui n’a pas été délivré.
        {isAuthenticated && (
          <>
            {' '}
            Si votre état des risques a été établi avant l’erreur, il vous attend dans{' '}
            <Link to={spaceTab('mesERP-tabs-simple')}>Mes Etats des Risques</Link>.
          </>
        )}
      </p>
    </MessagePage>
  );
}
