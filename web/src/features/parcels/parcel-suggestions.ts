import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { parseCadastralReference, type ReadReference } from '@clairisque/contract/common/cadastral-reference.ts';
import { namedParcels, parcelCode, type NamedParcel } from '@clairisque/contract/parcels.ts';
import { call } from '#lib/api.ts';
import { pointInside } from './map/geometry.ts';

/** An address, or a parcel found by its cadastral reference. */
export type Suggestion = AddressFeature & {
  /** `code_parcelle` and INSEE code of that parcel; whether the text can mean no other. */
  parcel?: { code: string; inseeCode: string; isCertain: boolean };
  /** The server previews it without a supplier. */
  hasPreview?: boolean;
};

export const referenceIn = parseCadastralReference;

/** Suggestions for a reference: the parcel, or one for each commune of that name that has it. */
export async function namedParcelSuggestions(
  { commune, prefixe, section, numero }: ReadReference,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const query = { commune, prefixe, section, numero };
  return (await call(namedParcels, { query, signal })).map(suggestionOf);
}

/** « Parcelle 000 AB 123, Cergy », at a point inside the parcel. */
function suggestionOf(parcel: NamedParcel): Suggestion {
  const { prefixe, section, numero, commune, nom_commune, multiPolygon, isCertain } = parcel;
  const { longitude, latitude } = pointInside(multiPolygon);
  const name = [prefixe, section, numero].map((part, rank) => (rank === 0 ? part : part.replace(/^0+(?=.)/, '')));
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { label: `Parcelle ${name.join(' ')}, ${nom_commune}` },
    parcel: { code: parcelCode(parcel), inseeCode: commune, isCertain },
  };
}
