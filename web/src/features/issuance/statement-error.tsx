import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  forgetFailedRequest,
  isIssued,
  readFailedRequest,
  restoreFailedRequest,
} from '#features/drafts/failed-request.ts';
import { resetStatementDraft } from '#lib/cookies.ts';
import { incidentIn } from '#lib/incidents.ts';
import { OFFLINE, useIsOnline } from '#lib/use-is-online.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { paths, spaceTab } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { IncidentNumber, MessagePage } from '#ui/message-page.tsx';

const NOTHING_SPENT = 'Aucun crédit n’a été débité';

/** `/errorERP`: after a failed creation, generation or download, with a way to resume it. */
export function StatementError() {
  const navigate = useNavigate();
  const [interrupted] = useState(readFailedRequest);
  const resume = () => {
    if (!interrupted) return;
    restoreFailedRequest(interrupted);
    void navigate(isIssued(interrupted) ? paths.statementReception : paths.wizard);
  };
  const leave = () => {
    resetStatementDraft();
    forgetFailedRequest();
    void navigate(paths.home);
  };
  return (
    <MessagePage
      title="Oups !"
      note={<Note interrupted={interrupted} />}
      actions={
        <>
          {interrupted && <Button onClick={resume}>Reprendre ma demande</Button>}
          <Button variant={interrupted ? 'secondary' : 'primary'} onClick={leave}>
            Revenir à l'accueil
          </Button>
          {!interrupted && (
            <ButtonLink to={paths.wizard} variant="secondary">
              Réessayer
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        Une erreur s'est produite lors du traitement de votre demande. Veuillez réessayer plus tard ou nous contacter si
        le problème persiste.
      </p>
      <Reason interrupted={interrupted} />
    </MessagePage>
  );
}

const BACK_ONLINE = 'Vous étiez hors ligne. La connexion est revenue\u00A0: vous pouvez reprendre votre demande.';

/** Reports the connection as it is now, not as it was when the request failed. */
function Reason({ interrupted }: { interrupted: ReturnType<typeof readFailedRequest> }) {
  const isOnline = useIsOnline();
  const kept = interrupted?.reason ?? null;
  const reason = isOnline ? (kept === OFFLINE ? BACK_ONLINE : kept) : OFFLINE;
  if (reason === null) return null;
  return (
    <Banner tone="warning" title={reason}>
      {interrupted && `Demande concernée\u00A0: ${interrupted.draft.adresse}`}
    </Banner>
  );
}

function Note({ interrupted }: { interrupted: ReturnType<typeof readFailedRequest> }) {
  const reason = interrupted?.reason ?? '';
  const numero = incidentIn(reason);
  return (
    <>
      <Outcome interrupted={interrupted} />
      {numero && <IncidentNumber numero={numero} />}
    </>
  );
}

function Outcome({ interrupted }: { interrupted: ReturnType<typeof readFailedRequest> }) {
  if (interrupted && isIssued(interrupted)) return <IssuedNote />;
  if (interrupted?.isUnanswered) return <UnansweredNote />;
  return <UnpaidNote reason={interrupted?.reason ?? ''} />;
}

function UnansweredNote() {
  return (
    <p>
      La réponse du service ne nous est pas parvenue. <strong>Vous ne paierez pas deux fois</strong> : reprendre votre
      demande vous donne ce même état des risques, qui vous attend dans <StatementsLink /> s’il est déjà établi.
    </p>
  );
}

function IssuedNote() {
  return (
    <p>
      Seul le téléchargement a échoué&nbsp;: votre état des risques est établi et payé. Il vous attend dans{' '}
      <StatementsLink />, et le reprendre ne coûte rien.
    </p>
  );
}

function UnpaidNote({ reason }: { reason: string }) {
  const isAuthenticated = useIsAuthenticated();
  if (reason.includes(NOTHING_SPENT)) return null;
  return (
    <p>
      <strong>{NOTHING_SPENT}</strong> pour un document qui n’a pas été délivré.{' '}
      {isAuthenticated && (
        <>
          Si votre état des risques a été établi avant l’erreur, il vous attend dans <StatementsLink />.
        </>
      )}
    </p>
  );
}

function StatementsLink() {
  return <Link to={spaceTab('mesERP-tabs-simple')}>Mes Etats des Risques</Link>;
}
