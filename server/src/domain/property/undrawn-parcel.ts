import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';

/**
 * The cadastre has a parcel at the point without an outline that can be read: its neighbours must not stand for it.
 * `code` is null when its identifier cannot be read either.
 */
export class UndrawnParcel extends Error {
  constructor(code: string | null) {
    super(undrawnSentence(code));
  }
}

/** In French, with plain spaces. */
export function undrawnSentence(code: string | null): string {
  const parcel = code === null ? 'située à cet endroit' : `${shortParcel(code)} (${code.slice(-5)})`;
  return `Le cadastre ne donne pas de contour lisible de la parcelle ${parcel} : elle ne peut pas être comparée aux zones, et aucun crédit n’est débité.`;
}
