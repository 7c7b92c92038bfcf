import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, type ActionDispatch, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Field } from '#ui/field.tsx';
import { MAX_DIGITS, MAX_NOTICE_MS, MAX_QUANTITY, minimumOf, type Entry, type EntryEvent } from './custom-order.ts';
import { countOf } from './saved-pack.ts';
import styles from './quantity-field.module.css';

type QuantityFieldProps = { entry: Entry; dispatch: ActionDispatch<[EntryEvent]> };

/** A number typed, pasted, or changed by the arrows, the page keys, Home, End and the two buttons. */
export function QuantityField({ entry, dispatch }: QuantityFieldProps) {
  const noticeId = useId();
  const { text, duration, notice } = entry;
  const minimum = minimumOf(duration);
  const quantity = Number(text);
  useFleetingMaximum(entry, dispatch);

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const change = changeOf(event, minimum);
    if (change === null) return;
    event.preventDefault();
    dispatch(change);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text').replaceAll(/\D/g, '');
    const before = text.slice(0, selectionStart ?? 0);
    dispatch({ type: 'pasted', text: `${before}${pasted}${text.slice(selectionEnd ?? text.length)}` });
  };

  return (
    <div className={styles.quantity}>
      <Field label="Quantité de crédits" help={`Quantité minimum de ${minimum} crédit(s)`} describedBy={noticeId}>
        {(control) => (
          <span className={styles.stepper}>
            <button
              type="button"
              aria-label="Diminuer la quantité"
              aria-disabled={quantity <= 1 || undefined}
              onClick={() => quantity > 1 && dispatch({ type: 'stepped', by: -1 })}
            >
              <Minus aria-hidden="true" />
            </button>
            <input
              {...control}
              name="quantite"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              role="spinbutton"
              aria-valuemin={minimum}
              aria-valuemax={MAX_QUANTITY}
              aria-valuenow={text === '' ? undefined : quantity}
              aria-valuetext={text === '' ? undefined : countOf(quantity)}
              maxLength={MAX_DIGITS}
              value={text}
              onChange={(event) => dispatch({ type: 'typed', text: event.target.value })}
              onBlur={() => dispatch({ type: 'settled' })}
              onKeyDown={press}
              onPaste={paste}
            />
            <button
              type="button"
              aria-label="Augmenter la quantité"
              onClick={() => dispatch({ type: 'stepped', by: 1 })}
            >
              <Plus aria-hidden="true" />
            </button>
          </span>
        )}
      </Field>
      <output id={noticeId} className={styles.notice}>
        {notice?.sentence}
      </output>
    </div>
  );
}

/** Enter corrects the number; it never places the order. */
function changeOf({ key }: KeyboardEvent<HTMLInputElement>, minimum: number): EntryEvent | null {
  switch (key) {
    case 'ArrowUp':
      return { type: 'stepped', by: 1 };
    case 'ArrowDown':
      return { type: 'stepped', by: -1 };
    case 'PageUp':
      return { type: 'stepped', by: 10 };
    case 'PageDown':
      return { type: 'stepped', by: -10 };
    case 'Home':
      return { type: 'moved to', quantity: minimum };
    case 'End':
      return { type: 'moved to', quantity: MAX_QUANTITY };
    case 'Enter':
      return { type: 'settled' };
    default:
      return null;
  }
}

function useFleetingMaximum({ notice }: Entry, dispatch: ActionDispatch<[EntryEvent]>): void {
  useEffect(() => {
    if (notice?.kind !== 'maximum') return;
    const timer = window.setTimeout(() => dispatch({ type: 'notice read' }), MAX_NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [notice, dispatch]);
}
