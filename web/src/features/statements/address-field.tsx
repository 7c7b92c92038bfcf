import { Autocomplete } from '@base-ui/react/autocomplete';
import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { Search } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import styles from './address-field.module.css';
import { AddressSuggestions } from './address-suggestions.tsx';
import { useAddressValidation } from './use-address-validation.ts';

type AddressFieldProps = {
  text: string;
  /** `?adresse=`: search and validate on arrival. */
  validateAtOnce: boolean;
  onType: (text: string) => void;
  onChoose: (address: AddressFeature) => void;
  /** Set when `text` is already the chosen address. */
  onConfirm: (() => void) | null;
};

/** The address of the property, with its suggestions and « Valider ». */
export function AddressField({ text, validateAtOnce, onType, onChoose, onConfirm }: AddressFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const address = useAddressValidation({ text, validateAtOnce, onChoose, onConfirm });
  const { suggestions, state, isAwaited, message } = address;

  return (
    <search>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          address.validate();
          if (text.trim() === '') input.current?.focus();
        }}
      >
        <label htmlFor={id} className={styles.label}>
          Adresse du bien
        </label>
        <Autocomplete.Root
          items={suggestions}
          itemToStringValue={(address: AddressFeature) => address.properties.label}
          filter={null}
          autoHighlight
          value={text}
          onValueChange={(value, { reason }) => {
            // The whole address, not its label, is handed over by the suggestion itself.
            if (reason === 'item-press') return;
            address.forget();
            onType(value);
          }}
        >
          <div className={styles.row}>
            <span className={styles.box}>
              <Search aria-hidden="true" />
              <Autocomplete.Input
                id={id}
                ref={input}
                className={styles.input}
                autoComplete="off"
                enterKeyHint="search"
                placeholder="12 rue de la Paix, Paris"
                maxLength={200}
                aria-invalid={message?.isError || undefined}
                aria-describedby={`${id}-message`}
                onKeyDown={(event) => {
                  // The highlighted suggestion answers a former text: Enter waits for the answer to this one.
                  if (event.key === 'Enter' && state !== 'answered') event.preventBaseUIHandler();
                }}
              />
            </span>
            <Button type="submit" loading={isAwaited && state === 'searching'}>
              Valider
            </Button>
          </div>
          <AddressSuggestions isStale={state !== 'answered'} onChoose={onChoose} />
        </Autocomplete.Root>
        <output id={`${id}-message`} htmlFor={id} className={message?.isError ? styles.error : styles.message}>
          {message?.text}
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
