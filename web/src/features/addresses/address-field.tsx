import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { AddressCombobox, type SuggestionFooter } from './address-combobox.tsx';
import styles from './address-field.module.css';
import { isUnderstoodOtherwise } from './address-message.ts';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';
import { useAddressValidation } from './use-address-validation.ts';

type AddressFieldProps = {
  text: string;
  /** `?adresse=`: search and validate on arrival. */
  validateAtOnce: boolean;
  onType: (text: string) => void;
  onChoose: (address: Suggestion) => void;
  /** Set when `text` is already the chosen address. */
  onConfirm: (() => void) | null;
  footer: SuggestionFooter;
};

/** The address of the property, with its suggestions and « Valider ». */
export function AddressField({ text, validateAtOnce, onType, onChoose, onConfirm, footer }: AddressFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [guess, setGuess] = useState<string | null>(null);
  const address = useAddressValidation({
    text,
    validateAtOnce,
    onChoose: (first) => {
      const { label } = first.properties;
      // A cadastral reference is either understood or not.
      setGuess(!first.parcel && isUnderstoodOtherwise(text, label) ? label : null);
      onChoose(first);
    },
    onConfirm,
  });
  const { suggestions, state, isAwaited, mustPick, message } = address;
  const isGuess = guess === text;

  // The field scrolls to the end of its text: a long address would hide its number and street.
  const chosen = onConfirm && text;
  useEffect(() => {
    if (chosen !== null) input.current?.scrollTo({ left: 0 });
  }, [chosen]);

  return (
    <search>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          address.validate();
          if (address.isForPerson) input.current?.focus();
        }}
      >
        <label htmlFor={id} className={styles.label}>
          Adresse du bien
        </label>
        <div className={styles.row}>
          <AddressCombobox
            id={id}
            inputRef={input}
            text={text}
            suggestions={suggestions}
            isStale={state !== 'answered'}
            mustPick={mustPick}
            isShown={address.isShown}
            isInvalid={message?.isError ?? false}
            onType={(value) => {
              address.forget();
              onType(value);
            }}
            onChoose={onChoose}
            footer={footer}
          />
          <Button type="submit" loading={isAwaited && state === 'searching'}>
            Valider
          </Button>
        </div>
        <output id={`${id}-message`} htmlFor={id} className={message?.isError ? styles.error : styles.message}>
          {isGuess ? <strong>Nous avons compris&nbsp;: {guess}. Est-ce la bonne adresse&nbsp;?</strong> : message?.text}
        </output>
        {state === 'failed' && (
          <Button variant="secondary" onClick={address.retry}>
            Réessayer
          </Button>
        )}
      </form>
    </search>
  );
}
