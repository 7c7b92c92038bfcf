import { useId, useRef, useState } from 'react';
import { AddressCombobox } from '#features/addresses/address-combobox.tsx';
import { useAddressSearch, type AddressSearch } from '#features/addresses/use-address-search.ts';
import styles from './profile.module.css';

/** Prescribed for this field; the wizard's is 250 ms. */
const DELAY_MS = 300;

type ProfileAddressProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** The user's own address, free text: suggestions help and are never required. */
export function ProfileAddress({ value, error, onChange }: ProfileAddressProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** The initial or chosen text needs no suggestions. */
  const [settled, setSettled] = useState(value);
  const { suggestions, state } = useAddressSearch(value === settled ? '' : value.trim(), { delayMs: DELAY_MS });
  return (
    <div className={styles.addressBox}>
      <label htmlFor={id} className={styles.label}>
        Adresse <span>(facultatif)</span>
      </label>
      <AddressCombobox
        id={id}
        inputRef={input}
        name="adresse"
        autoComplete="address-line1"
        text={value}
        suggestions={suggestions}
        isStale={state !== 'answered'}
        isInvalid={error !== undefined}
        onType={onChange}
        onChoose={({ properties: { label } }) => {
          setSettled(label);
          onChange(label);
        }}
      />
      <output id={`${id}-message`} htmlFor={id} className={styles.hint} data-error={error && ''}>
        {error ?? hintOf(state, suggestions.length)}
      </output>
    </div>
  );
}

function hintOf(state: AddressSearch['state'], count: number): string | false {
  if (state === 'failed') return 'Les suggestions ne répondent pas. Vous pouvez écrire votre adresse vous-même.';
  return state === 'answered' && suggestionsFound(count);
}

function suggestionsFound(count: number): string {
  if (count === 0) return 'Aucune suggestion. Votre adresse sera gardée telle que vous l’écrivez.';
  return `${count} suggestion${count > 1 ? 's' : ''}. Appuyez sur Entrée pour choisir la première.`;
}
