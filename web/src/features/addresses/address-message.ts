import { MIN_QUERY_LENGTH, type AddressSearch } from './use-address-search.ts';

type Situation = {
  query: string;
  /** The user validated this text and waits for its first suggestion. */
  isAwaited: boolean;
  state: AddressSearch['state'];
  count: number;
  /** A cadastral reference, not an address. */
  isReference: boolean;
  /** Enter chooses none of the suggestions. */
  mustPick: boolean;
  isOffline: boolean;
};

export type Message = { text: string; isError: boolean };

/** Message under the address field; null for none. */
export function addressMessage(situation: Situation): Message | null {
  const { query, isAwaited, state, count, mustPick } = situation;
  if (isAwaited && query.length < MIN_QUERY_LENGTH) return { text: tooShort(query), isError: true };
  const { searching, failed, none } = wordsFor(situation);
  switch (state) {
    case 'idle':
      return null;
    case 'searching':
      return isAwaited ? { text: searching, isError: false } : null;
    case 'failed':
      return { text: failed, isError: true };
    case 'answered':
      return count === 0 ? { text: none, isError: isAwaited } : found(count, { isAwaited, mustPick });
  }
}

function wordsFor({ isReference, isOffline }: Situation) {
  const words = isReference ? OF_PARCELS : OF_ADDRESSES;
  return isOffline ? { ...words, failed: OFFLINE_SEARCH } : words;
}

const OF_ADDRESSES = {
  searching: 'Recherche de l’adresse…',
  failed: 'La recherche d’adresse ne répond pas. Votre saisie est conservée\u00A0: réessayez, ou cliquez sur la carte.',
  none: 'Aucune adresse trouvée. Vérifiez l’orthographe, ajoutez la commune, ou cliquez sur la carte.',
};
const OF_PARCELS = {
  searching: 'Recherche de la parcelle…',
  failed:
    'Le cadastre ne répond pas. Votre saisie est conservée\u00A0: réessayez, écrivez l’adresse, ou cliquez sur la carte.',
  none: 'Aucune parcelle ne porte cette référence. Vérifiez la section et le numéro, donnez le code Insee de la commune, son préfixe s’il y en a un, ou écrivez l’adresse.',
};

const OFFLINE_SEARCH =
  'Vous êtes hors ligne. Votre saisie est conservée\u00A0: réessayez dès que la connexion est revenue.';

function tooShort(query: string): string {
  return query === '' ? 'Veuillez renseigner une adresse.' : 'Écrivez au moins trois caractères de l’adresse.';
}

function found(count: number, { isAwaited, mustPick }: Pick<Situation, 'isAwaited' | 'mustPick'>): Message {
  const next = mustPick
    ? 'Vérifiez la commune et choisissez dans la liste.'
    : 'Appuyez sur Entrée pour choisir la première.';
  return { text: `${count} suggestion${count > 1 ? 's' : ''}. ${next}`, isError: isAwaited && mustPick };
}
