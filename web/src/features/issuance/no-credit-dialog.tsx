import { keepPack } from '#features/orders/saved-order.ts';
import { PACKS, UNIT_PRICE } from '#pages/pricing/packs.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';

const ONE = PACKS.find(({ credits }) => credits === 1);

export function NoCreditDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <AlertDialog
      open={open}
      onDismiss={onClose}
      title="Vous n'avez pas de crédit"
      description={`Un état des risques coûte un crédit\u00A0: ${UNIT_PRICE} TTC à l’unité, moins cher en pack. Votre saisie est enregistrée\u00A0: après l’achat, un bouton la reprend et génère le document.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Retour
          </Button>
          <ButtonLink variant="secondary" to={paths.prices}>
            Acheter des crédits
          </ButtonLink>
          <ButtonLink to={paths.orderSummary} onClick={() => ONE && keepPack(ONE)}>
            Commander 1&nbsp;crédit
          </ButtonLink>
        </>
      }
    />
  );
}
