import { MIN_QUERY_LENGTH, type AddressSearch } from './use-address-search.ts';

type Situation = {
  query: string;
  /** The user validated this very text and waits for its first suggestion. */
  isAwaited: boolean;
  state: AddressSearch['state'];
  count: number;
};

type Message = { text: string; isError: boolean };

/** What the address field says under it; null for nothing. */
export function addressMessage({ query, isAwaited, state, count }: Situation): Message | null {
  if (isAwaited && query.length < MIN_QUERY_LENGTH) return { text: tooShort(query), isError: true };
  switch (state) {
    case 'idle':
      return null;
    case 'searching':
      return isAwaited ? { text: 'Recherche de l’adresse…', isError: false } : null;
    case 'failed':
      return { text: FAILED, isError: true };
    case 'answered':
      return count === 0 ? { text: NONE, isError: isAwaited } : { text: found(count), isError: false };
  }
}

const FAILED = 'La recherche d’adresse ne répond pas. Votre saisie est conservée : réessayez, ou cliquez sur la carte.';
const NONE = 'Aucune adresse trouvée. Vérifiez l’orthographe, ajoutez la commune, ou cliquez sur la carte.';

function tooShort(query: string): string {
  return query === '' ? 'Veuillez renseigner une adresse.' : 'Écrivez au moins trois caractères de l’adresse.';
}

function found(count: number): string {
  return `${count} suggestion${count > 1 ? 's' : ''}. Entrée choisit la première.`;
}

const words = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the service understood something else than what was typed: a word of it begins none of the address's. */
export function isUnderstoodOtherwise(typed: string, label: string): boolean {
  const known = words(label);
  return words(typed).some((word) => !known.some((one) => one.startsWith(word)));
}
