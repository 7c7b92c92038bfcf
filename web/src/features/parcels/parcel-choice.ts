import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { ChosenPlace } from '#features/drafts/draft.ts';
import { contains, pointInside, type Point } from './map/geometry.ts';
import type { Suggestion } from './parcel-suggestions.ts';

/** Where parcels are searched. The address is null at first for a click on the map or a cadastral reference. */
export type ParcelSearch = {
  origin: Point;
  adresse: string | null;
  /** Text of the field while the address is unknown; null for a click on the map. */
  asked: string | null;
  from: 'address' | 'map';
  /** `code_parcelle` chosen by the user; null for the parcel that the point means. */
  chosenCode: string | null;
  /** The point means its nearest parcel, the only one there, or none. */
  precision: Precision;
  /** The address in the field before a click on the map replaced it; null without one. */
  former: string | null;
};

type Precision = 'parcel' | 'place-name' | 'none';

/**
 * A house number, a reference and a click each mean one parcel; a town or a street has one point for all of it. A
 * place-name means one parcel when the cadastre has a single parcel around it. An address without a type is read by its
 * label.
 */
export function precisionOf({ parcel, properties: { type, label } }: Suggestion): Precision {
  if (parcel || type === 'housenumber') return 'parcel';
  if (type === 'locality') return 'place-name';
  return type === undefined && /^\d{1,4}(?!\d)/.test(label) ? 'parcel' : 'none';
}

/** Never another one than the chosen one. */
export function chosenParcel({ chosenCode, precision }: ParcelSearch, parcels: NearbyParcel[]): NearbyParcel | null {
  if (chosenCode !== null) return parcels.find((parcel) => parcelCode(parcel) === chosenCode) ?? null;
  const isMeant = precision === 'parcel' || (precision === 'place-name' && parcels.length === 1);
  return isMeant ? (parcels[0] ?? null) : null;
}

/** The searched point, unless the user chose a parcel that it does not touch: then a point inside that parcel. */
export function standingPoint({ origin, chosenCode }: ParcelSearch, parcel: NearbyParcel | null): Point {
  if (parcel === null || parcelCode(parcel) !== chosenCode || parcel.multiPolygon.coordinates.length === 0)
    return origin;
  return contains(parcel.multiPolygon, origin) ? origin : pointInside(parcel.multiPolygon);
}

/** The subject of the statement. Far from any street, the address falls back to the parcel's name. */
export function chosenPlace(search: ParcelSearch, parcel: NearbyParcel, reverse: string | null): ChosenPlace {
  const { longitude, latitude } = standingPoint(search, parcel);
  const cadastre = parcelReference(parcel);
  const adresse = search.adresse ?? reverse ?? [`Parcelle ${cadastre}`, parcel.nom_commune].filter(Boolean).join(', ');
  return { adresse, cadastre, codeParcelle: parcelCode(parcel), latitude, longitude };
}
