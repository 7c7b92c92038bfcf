import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { ChosenPlace } from './draft.ts';
import { pointInside, type Point } from './map/geometry.ts';

/** Where parcels are looked for. The address of a click on the map, or of a cadastral reference, is not known at once: null. */
export type ParcelSearch = {
  origin: Point;
  adresse: string | null;
  /** What the field shows as long as the address is not known; null for a click on the map. */
  asked: string | null;
  from: 'address' | 'map';
  /** `code_parcelle` of the one that the user chose; null for the nearest. */
  chosenCode: string | null;
};

/** Never another one than the one that was chosen. */
export function chosenParcel({ chosenCode }: ParcelSearch, parcels: NearbyParcel[]): NearbyParcel | null {
  const chosen = chosenCode === null ? parcels[0] : parcels.find((parcel) => parcelCode(parcel) === chosenCode);
  return chosen ?? null;
}

/** The searched point, unless the user chose a parcel that it does not touch: then a point inside that parcel. */
export function standingPoint({ origin, chosenCode }: ParcelSearch, parcel: NearbyParcel | null): Point {
  const isElsewhere = parcel !== null && parcel.distance > 0 && parcelCode(parcel) === chosenCode;
  return isElsewhere ? pointInside(parcel.multiPolygon) : origin;
}

/** What the statement will be about. The address falls back to the parcel's name, far from any street. */
export function chosenPlace(search: ParcelSearch, parcel: NearbyParcel, reverse: string | null): ChosenPlace {
  const { longitude, latitude } = standingPoint(search, parcel);
  const cadastre = parcelReference(parcel);
  const adresse = search.adresse ?? reverse ?? `Parcelle ${cadastre}, ${parcel.nom_commune}`;
  return { adresse, cadastre, codeParcelle: parcelCode(parcel), latitude, longitude };
}
