import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { parseCadastralReference, type CadastralReference } from '@clairisque/contract/cadastral-reference.ts';
import { namedParcels, parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { call } from '#lib/api.ts';
import { pointInside } from './map/geometry.ts';

/** An address, or a parcel found by its cadastral reference. */
export type Suggestion = AddressFeature & {
  /** `code_parcelle` and INSEE code of that parcel. */
  parcel?: { code: string; commune: string };
};

export const referenceIn = parseCadastralReference;

/** What the field offers for a reference: the parcel, or one for each commune of that name that has it. */
export async function namedParcelSuggestions(
  reference: CadastralReference,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  return (await call(namedParcels, { query: reference, signal })).map(suggestionOf);
}

/** « Parcelle 000 AB 123, Cergy », standing inside the parcel. */
function suggestionOf(parcel: NearbyParcel): Suggestion {
  const { prefixe, section, numero, commune, nom_commune, multiPolygon } = parcel;
  const { longitude, latitude } = pointInside(multiPolygon);
  const name = [prefixe, section, numero].map((part, rank) => (rank === 0 ? part : part.replace(/^0+(?=.)/, '')));
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { label: `Parcelle ${name.join(' ')}, ${nom_commune}` },
    parcel: { code: parcelCode(parcel), commune },
  };
}
