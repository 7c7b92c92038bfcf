import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '#lib/announce.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';

type RevokeLinkProps = {
  /** What stays once it no longer opens. */
  consequence: string;
  revoke: () => Promise<unknown>;
};

/** Closes a secret link, once confirmed. */
export function RevokeLink({ consequence, revoke }: RevokeLinkProps) {
  const [isAsked, setAsked] = useState(false);
  const revocation = useMutation({
    mutationFn: revoke,
    onSuccess: () => announce('Le lien est révoqué.'),
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
        title="Révoquer ce lien&nbsp;?"
        description={`Il ne s’ouvrira plus pour personne${consequence}`}
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
