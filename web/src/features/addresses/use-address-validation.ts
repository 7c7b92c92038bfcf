import { useEffect, useEffectEvent, useState } from 'react';
import { isOffline } from '#lib/use-is-online.ts';
import { addressMessage } from './address-message.ts';
import { referenceIn, type Suggestion } from '#features/parcels/parcel-suggestions.ts';
import { useAddressSearch } from './use-address-search.ts';

type Validation = {
  text: string;
  /** True when `text` comes from `?adresse=` and must be validated at once. */
  validateAtOnce: boolean;
  onChoose: (address: Suggestion) => void;
  /** Set when the text is already the chosen address: the caller handles another validation. */
  onConfirm: (() => void) | null;
};

/**
 * Enter and « Valider » take the first suggestion. When it is not there yet, they are remembered for that very text and
 * applied to its answer. Not where a cadastral reference may mean something else: the wrong parcel would be on the
 * document.
 */
export function useAddressValidation({ text, validateAtOnce, onChoose, onConfirm }: Validation) {
  const query = text.trim();
  const [validated, setValidated] = useState<string | null>(validateAtOnce ? query : null);
  const isAwaited = validated === query;
  const search = useAddressSearch(onConfirm ? '' : query, { isHurried: isAwaited, withParcels: true });
  const first = search.suggestions[0];
  const reference = referenceIn(query);
  const mustPick = reference?.mayBeAddress || search.suggestions.some(({ parcel }) => parcel && !parcel.isCertain);
  const isDue = isAwaited && search.state === 'answered' && first !== undefined && !mustPick;

  const chooseFirst = useEffectEvent(() => {
    if (first) onChoose(first);
  });
  useEffect(() => {
    if (isDue) chooseFirst();
  }, [isDue]);

  function validate() {
    if (onConfirm) return onConfirm();
    setValidated(query);
    if (search.state === 'failed') search.retry();
  }

  return {
    ...search,
    isAwaited,
    /** The user must choose among the suggestions: Enter takes none by itself. */
    mustPick,
    /** The user validated: the choices must be visible. */
    isShown: isAwaited && mustPick,
    /** Validating leads no further: the field waits for a text, or for a choice. */
    isForPerson: query === '' || mustPick,
    message: addressMessage({
      query,
      isAwaited,
      state: search.state,
      count: search.suggestions.length,
      isReference: reference !== null,
      mustPick,
      isOffline: isOffline(),
    }),
    validate,
    /** Call it at every change of the text: the validation was for another one. */
    forget: () => setValidated(null),
  };
}
