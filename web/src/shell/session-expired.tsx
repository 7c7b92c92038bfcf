import { restartAfterExpiry } from '#lib/session.ts';
import { AlertDialog } from '#ui/dialog.tsx';
import { Button } from '#ui/button.tsx';

/** Neither Escape nor the backdrop closes it: only its button does. */
export function SessionExpired() {
  return (
    <AlertDialog
      open
      title="Session Expirée"
      description="Votre session a expiré. Veuillez cliquer sur le bouton ci-dessous pour vous reconnecter."
      actions={<Button onClick={restartAfterExpiry}>Réinitialiser la session</Button>}
    />
  );
}
