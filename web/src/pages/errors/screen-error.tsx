import { useEffect, useMemo } from 'react';
import { useRouteError } from 'react-router';
import { isOffline, OFFLINE } from '#lib/use-is-online.ts';
import { incidentOf, logIncident } from '#lib/incidents.ts';
import { Button } from '#ui/button.tsx';
import { IncidentNumber, MessagePage } from '#ui/message-page.tsx';

/** Replaces a screen that failed; the bar and the footer still work. */
export function ScreenError() {
  const error = useRouteError();
  const incident = useMemo(() => incidentOf(error), [error]);
  useEffect(() => logIncident(incident), [incident]);
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
      note={<IncidentNumber numero={incident.numero} />}
    >
      <p role="alert">
        {reasonOf(error)} Votre saisie est conservée et aucun crédit n’a été débité. Si l’erreur revient après un
        rechargement, écrivez-nous avec le numéro d’incident.
      </p>
    </MessagePage>
  );
}

const UNEXPECTED = 'Une erreur inattendue s’est produite.';
const CHUNK_MISSING =
  'Elle n’a pas pu être chargée\u00A0: la connexion s’est interrompue, ou le site vient d’être mis à jour.';

function reasonOf(error: unknown): string {
  if (!isChunkMissing(error)) return UNEXPECTED;
  return isOffline() ? OFFLINE : CHUNK_MISSING;
}

/** Error messages of Chromium, Firefox and Safari. */
function isChunkMissing(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message);
}
