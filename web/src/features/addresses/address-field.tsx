import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { AddressCombobox, type SuggestionFooter } from './address-combobox.tsx';
import styles from './address-field.module.css';
import type { Message } from './address-message.ts';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';
import { useAddressValidation } from './use-address-validation.ts';

type AddressFieldProps = {
  text: string;
  /** `?adresse=`: search and validate on arrival. */
  validateAtOnce: boolean;
  onType: (text: string) => void;
  onChoose: (address: Suggestion) => void;
  /** A suggestion was taken although the text says something else. */
  doubt: Doubt | null;
  onDoubt: (doubt: Doubt | null) => void;
  /** Why the chosen address cannot be taken; null when it can. */
  refusal: string | null;
  /** Set when `text` is already the chosen address. */
  onConfirm: (() => void) | null;
  footer: SuggestionFooter;
};

/** `ecarts`: « numéro 12 bis introuvable : la base connaît 12 ». */
export type Doubt = { label: string; ecarts: readonly string[] };

/** The address of the property, with its suggestions and « Valider ». */
export function AddressField(props: AddressFieldProps) {
  const { text, validateAtOnce, onType, onChoose, doubt, onDoubt, refusal, onConfirm, footer } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (suggestion: Suggestion) => {
    onChoose(suggestion);
    const { ecarts = [] } = suggestion;
    if (ecarts.length > 0) onDoubt({ label: suggestion.properties.label, ecarts });
  };
  const address = useAddressValidation({ text, validateAtOnce, onChoose: choose, onConfirm });
  const { suggestions, state, isAwaited, mustPick } = address;
  const message = refusal === null ? address.message : { text: refusal, isError: true };

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
            onChoose={choose}
            footer={footer}
          />
          <Button type="submit" loading={isAwaited && state === 'searching'}>
            Valider
          </Button>
        </div>
        <FieldMessage id={id} message={message} doubt={refusal === null ? doubt : null} />
        <ConfirmButton doubt={doubt} onConfirm={() => onDoubt(null)} />
        {state === 'failed' && (
          <Button variant="secondary" onClick={address.retry}>
            Réessayer
          </Button>
        )}
      </form>
    </search>
  );
}

type FieldMessageProps = { id: string; message: Message | null; doubt: Doubt | null };

function FieldMessage({ id, message, doubt }: FieldMessageProps) {
  return (
    <output id={`${id}-message`} htmlFor={id} className={message?.isError ? styles.error : styles.message}>
      {doubt ? <DoubtMessage {...doubt} /> : message?.text}
    </output>
  );
}

function ConfirmButton({ doubt, onConfirm }: { doubt: Doubt | null; onConfirm: () => void }) {
  if (doubt === null) return null;
  return (
    <Button variant="secondary" onClick={onConfirm}>
      Oui, c’est la bonne adresse
    </Button>
  );
}

const DoubtMessage = ({ label, ecarts }: Doubt) => (
  <strong>
    Nous avons compris&nbsp;: {label} ({ecarts.join('\u00A0; ')}). Est-ce la bonne adresse&nbsp;?
  </strong>
);
