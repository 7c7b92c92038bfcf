import { revokeHandover, type Handover } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '#lib/announce.ts';
import { call } from '#lib/api.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { showHandover } from './handovers-query.ts';

type RevokeLinkProps = { link: Handover; statementId: number };

export function RevokeLink({ link, statementId }: RevokeLinkProps) {
  const [isAsked, setAsked] = useState(false);
  const revocation = useMutation({
    mutationFn: () => call(revokeHandover, { params: { lien_id: link.id } }),
    onSuccess: (revoked) => {
      showHandover(statementId, revoked);
      announce('Le lien est révoqué.');
    },
    onError: () => showToast('error', 'Le lien n’a pas pu être révoqué. Veuillez réessayer.'),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Révoquer
      </Button>
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        title="Révoquer ce lien ?"
        description="Il ne s’ouvrira plus pour personne. Vous conservez les récépissés déjà obtenus."
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Garder le lien
            </Button>
            <Button variant="danger" loading={revocation.isPending} onClick={() => revocation.mutate()}>
              Révoquer
            </Button>
          </>
        }
      />
    </>
  );
}
