import { formatEuros } from '#pages/pricing/packs.ts';
import { Badge } from '#ui/state.tsx';
import styles from './price-tag.module.css';

/** Marked « populaire » from this quantity on. */
const POPULAR_FROM = 10;

type PriceTagProps = {
  /** Null: unavailable. */
  priceCents: number | null;
  isSettled: boolean;
  /** Null while the number in the field is unfinished. */
  quantity: number | null;
};

/** The live price. While a new one is loading, the former is dimmed and not announced. */
export function PriceTag({ priceCents, isSettled, quantity }: PriceTagProps) {
  return (
    <div className={styles.tag}>
      <output className={styles.price} aria-live="polite" aria-busy={!isSettled && priceCents !== null}>
        {priceCents === null ? (
          'Prix indisponible'
        ) : (
          <>
            <strong>{formatEuros(priceCents)}</strong> TTC
          </>
        )}
      </output>
      <p className={styles.unit}>
        {isSettled && priceCents !== null && quantity !== null && quantity > 1
          ? `Soit ${formatEuros(priceCents / quantity)} par état des risques`
          : '\u00A0'}
      </p>
      {quantity !== null && quantity >= POPULAR_FROM && <Badge tone="good">Populaire</Badge>}
    </div>
  );
}
