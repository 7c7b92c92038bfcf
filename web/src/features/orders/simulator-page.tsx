import { buyBespoke } from '#responses/credits.ts';
import { useReducer } from 'react';
import { formatEuros } from '#lib/packs.ts';
import { call } from '#lib/api.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { DEFAULT_ORDER, DURATIONS, entryOf, errorIn, orderIn, reduceEntry, UNLIMITED } from './custom-order.ts';
import { saveCustomOrder, readCustomOrder } from './saved-order.ts';
import { UnpaidBanner } from './payment-session.tsx';
import { OrderForm } from './order-form.tsx';
import { QuantityField } from './quantity-field.tsx';
import styles from './simulator-page.module.css';
import { bodyOf, useCustomPrice } from './use-custom-price.ts';
import { Badge } from '#ui/state.tsx';

/** A bespoke order: how many credits, for how long, and its price from the server. */
export function SimulatorPage() {
  const [entry, dispatch] = useReducer(reduceEntry, undefined, () => entryOf(readCustomOrder() ?? DEFAULT_ORDER));
  const order = orderIn(entry);
  const price = useCustomPrice(order);

  /** A buyer can only accept a price that was shown. */
  function check() {
    const error = errorIn(entry);
    if (error !== null || price.isSettled) return error;
    if (price.error !== null) return { message: 'Le prix de cette commande n’a pas pu être calculé.' };
    return { message: 'Le prix vient de changer. Vérifiez-le, puis validez.' };
  }

  return (
    <OrderForm
      title="SIMULATEUR DE COMMANDE"
      total={
        price.isSettled &&
        price.priceCents !== null && (
          <>
            Total à payer&nbsp;: <strong>{formatEuros(price.priceCents)} TTC</strong>
          </>
        )
      }
      check={check}
      keep={() => order && saveCustomOrder(order)}
      openPage={() => call(buyBespoke, { body: bodyOf(order ?? DEFAULT_ORDER) })}
      onReturn={nothing}
      wayBack={
        <ButtonLink to={paths.prices} variant="secondary" size="large">
          Voir les quatre formules
        </ButtonLink>
      }
    >
      {readCustomOrder() !== null && <UnpaidBanner />}
      <section className={styles.choice} aria-label="Votre commande">
        <div className={styles.fields}>
          <QuantityField entry={entry} dispatch={dispatch} />
          <Select
            label="Durée de validité"
            help={
              entry.duration === UNLIMITED
                ? 'Vos crédits n’expirent pas.'
                : 'Les crédits non utilisés à la fin de la durée sont perdus.'
            }
            name="duree"
            options={DURATIONS}
            value={entry.duration}
            onChange={(event) => dispatch({ type: 'duration chosen', duration: event.target.value })}
          />
        </div>
        <PriceTag priceCents={price.priceCents} isSettled={price.isSettled} quantity={order?.quantity ?? null} />
      </section>
      {price.error !== null && (
        <Banner
          live
          tone="error"
          title={price.error}
          action={
            <Button variant="secondary" onClick={price.askAgain}>
              Réessayer
            </Button>
          }
        />
      )}
    </OrderForm>
  );
}

/** Typed values are still there. */
function nothing() {}

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
function PriceTag({ priceCents, isSettled, quantity }: PriceTagProps) {
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
