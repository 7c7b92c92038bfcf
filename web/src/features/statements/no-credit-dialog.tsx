import { UNIT_PRICE } from '#features/pricing/packs.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';

export function NoCreditDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <AlertDialog
      open={open}
      onDismiss={onClose}
      title="Vous n'avez pas de crédit"
      description={`Un état des risques coûte un crédit\u00A0: ${UNIT_PRICE} TTC à l’unité, moins cher en pack. Votre saisie est enregistrée\u00A0: vous la retrouverez après l’achat.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Retour
          </Button>
          <ButtonLink to={paths.prices}>Acheter des crédits</ButtonLink>
        </>
      }
    />
  );
}
