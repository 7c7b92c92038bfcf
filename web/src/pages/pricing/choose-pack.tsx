import { useNavigate } from 'react-router';
import { keepPack } from '#features/orders/saved-order.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import type { Pack } from './packs.ts';

/** Makes the pack the pending order, and opens its recap. */
export function ChoosePack({ pack }: { pack: Pack }) {
  const navigate = useNavigate();
  return (
    <Button
      variant={pack.isBestOffer ? 'primary' : 'secondary'}
      aria-label={`Choisir ${pack.credits} ${pack.credits > 1 ? 'crédits' : 'crédit'}`}
      onClick={() => {
        keepPack(pack);
        void navigate(paths.orderSummary);
      }}
    >
      Choisir
    </Button>
  );
}
