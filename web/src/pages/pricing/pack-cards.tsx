import type { ReactNode } from 'react';
import styles from './pack-cards.module.css';
import { formatEuros, PACKS, type Pack } from '#lib/packs.ts';
import { useNavigate } from 'react-router';
import { savePack } from '#features/orders/saved-pack.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import ticks from '#ui/ticks.module.css';

/** The four offers. `renderAction` renders the foot of each card. */
export function PackCards({ renderAction }: { renderAction: (pack: Pack) => ReactNode }) {
  return (
    <ul className={styles.packs}>
      {PACKS.map((pack) => (
        <li key={pack.code} className={styles.pack} data-best={pack.isBestOffer}>
          <PackOffer pack={pack} />
          <div className={styles.action}>{renderAction(pack)}</div>
        </li>
      ))}
    </ul>
  );
}

function PackOffer({ pack }: { pack: Pack }) {
  return (
    <>
      {pack.isBestOffer && <p className={styles.mark}>Populaire</p>}
      <h3>
        {pack.credits} {pack.credits > 1 ? 'crédits' : 'crédit'}
      </h3>
      <p className={styles.price}>
        <span className={styles.amount}>{formatEuros(pack.priceCents)}</span> <span className={styles.tax}>TTC</span>
      </p>
      <p className={styles.unit}>
        {pack.credits > 1
          ? `Soit ${formatEuros(pack.priceCents / pack.credits)} par état des risques`
          : 'Un état des risques'}
      </p>
      <ul className={`${styles.features} ${ticks.ticks}`}>
        <li>{pack.audience}</li>
        <li>{pack.validity}</li>
        <li>Livraison immédiate en PDF</li>
      </ul>
    </>
  );
}

/** Makes the pack the pending order, and opens its recap. */
export function ChoosePack({ pack }: { pack: Pack }) {
  const navigate = useNavigate();
  return (
    <Button
      variant={pack.isBestOffer ? 'primary' : 'secondary'}
      aria-label={`Choisir ${pack.credits} ${pack.credits > 1 ? 'crédits' : 'crédit'}`}
      onClick={() => {
        savePack(pack);
        void navigate(paths.orderSummary);
      }}
    >
      Choisir
    </Button>
  );
}
