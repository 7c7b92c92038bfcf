import { useId, useRef, useState } from 'react';
import { AddressCombobox } from '#features/addresses/address-combobox.tsx';
import { useAddressSearch } from '#features/addresses/use-address-search.ts';
import styles from './profile.module.css';

/** Prescribed for this field; the wizard's is 250 ms. */
const DELAY_MS = 300;

/** The user's own address, free text: suggestions help and are never required. */
export function ProfileAddress({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
        autoComplete="street-address"
        text={value}
        suggestions={suggestions}
        isStale={state !== 'answered'}
        isInvalid={false}
        onType={onChange}
        onChoose={({ properties: { label } }) => {
          setSettled(label);
          onChange(label);
        }}
      />
      <output id={`${id}-message`} htmlFor={id} className={styles.hint}>
        {state === 'failed' && 'Les suggestions ne répondent pas. Vous pouvez écrire votre adresse vous-même.'}
        {state === 'answered' && suggestionsFound(suggestions.length)}
      </output>
    </div>
  );
}

function suggestionsFound(count: number): string {
  if (count === 0) return 'Aucune suggestion. Votre adresse sera gardée telle que vous l’écrivez.';
  return `${count} suggestion${count > 1 ? 's' : ''}. Appuyez sur Entrée pour choisir la première.`;
}
