import { Autocomplete } from '@base-ui/react/autocomplete';
import { MapPin, Search } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type Ref } from 'react';
import styles from './address-field.module.css';
import { streetOf, townOf } from './address-label.ts';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';

type AddressComboboxProps = {
  id: string;
  inputRef: Ref<HTMLInputElement>;
  text: string;
  suggestions: Suggestion[];
  /** The suggestions belong to a former text: Enter must not take them. */
  isStale: boolean;
  /** Enter must take only a suggestion reached with the arrows, not the first one. */
  mustPick?: boolean;
  /** Shown even before the user typed. */
  isShown?: boolean;
  isInvalid: boolean;
  name?: string;
  /** Browser autofill: off by default, since the property is seldom the user's own address. */
  autoComplete?: string;
  onType: (text: string) => void;
  onChoose: (address: Suggestion) => void;
  footer?: SuggestionFooter;
};
/** A footer under the list, about the highlighted suggestion. */
export type SuggestionFooter = ComponentType<{ suggestion: Suggestion }>;

/**
 * Text field with suggestions, the first one active from the start. `inline`, with our own list under the field: Base
 * UI's popup would hide the rest of the page from assistive technology, including « Valider » and our messages.
 */
export function AddressCombobox(props: AddressComboboxProps) {
  const { id, inputRef, text, suggestions, isStale, isInvalid, name, autoComplete = 'off', onType, onChoose } = props;
  const { mustPick = false, isShown = false, footer } = props;
  const [highlighted, setHighlighted] = useState<Suggestion | null>(null);
  const [isWanted, setWanted] = useWanted(isShown);
  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const isOpen = isWanted && suggestions.length > 0;

  // A phone's keyboard covers half of the page.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  function press(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    if (event.key === 'ArrowDown') setWanted(true);
    if (/^Arrow(Down|Up)$/.test(event.key)) hasMoved.current = !isStale;
    // Otherwise Enter submits the form, which waits for the answer to this very text.
    if (event.key === 'Enter' && (isStale || (mustPick && !hasMoved.current))) event.preventBaseUIHandler();
    if (event.key === 'Escape' && isOpen) {
      event.preventBaseUIHandler();
      setWanted(false);
    }
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={isOpen ? suggestions : []}
      itemToStringValue={(address: Suggestion) => address.properties.label}
      filter={null}
      autoHighlight={mustPick ? false : 'always'}
      value={text}
      onItemHighlighted={(address) => setHighlighted(address ?? null)}
      onValueChange={(value, { reason }) => {
        // The suggestion passes the whole address, not only its label.
        if (reason === 'item-press') return;
        setWanted(true);
        hasMoved.current = false;
        onType(value);
      }}
    >
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <Autocomplete.Input
          id={id}
          ref={inputRef}
          className={styles.input}
          name={name}
          autoComplete={autoComplete}
          enterKeyHint="search"
          placeholder="12 rue de la Paix, Paris"
          maxLength={200}
          aria-expanded={isOpen}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-message`}
          onKeyDown={press}
          onClick={() => setWanted(true)}
          onFocus={() => isShown && setWanted(true)}
          onBlur={() => setWanted(false)}
        />
        <div ref={list} className={styles.popup} hidden={!isOpen} aria-busy={isStale || undefined}>
          <Autocomplete.List aria-label="Propositions">
            {(address: Suggestion) => (
              <Autocomplete.Item
                key={`${address.properties.label} ${address.geometry.coordinates.join()}`}
                value={address}
                className={styles.item}
                onClick={() => {
                  setWanted(false);
                  onChoose(address);
                }}
              >
                <Names address={address} />
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
          <Highlighted suggestion={highlighted} footer={footer} />
        </div>
      </div>
    </Autocomplete.Root>
  );
}

function Names({ address }: { address: Suggestion }) {
  return (
    <>
      <MapPin aria-hidden="true" />
      <span>
        <span className={styles.street}>{streetOf(address)}</span>
        <span className={styles.town}>{townOf(address)}</span>
      </span>
    </>
  );
}

type HighlightedProps = { suggestion: Suggestion | null; footer: SuggestionFooter | undefined };

function Highlighted({ suggestion, footer: Footer }: HighlightedProps) {
  return suggestion && Footer ? <Footer suggestion={suggestion} /> : null;
}

/** Whether the list should open: at the user's request, or when it must be shown. */
function useWanted(isShown: boolean) {
  const [isWanted, setWanted] = useState(isShown);
  const [wasShown, setShown] = useState(isShown);
  if (wasShown !== isShown) {
    setShown(isShown);
    if (isShown) setWanted(true);
  }
  return [isWanted, setWanted] as const;
}
