import type { Parcel, Place } from '#domain/risks/facts.ts';
import { contains, distanceToBoundary } from './geometry.ts';
import { propertyAt } from '#domain/risks/overlap.ts';

/** Communes with arrondissements: both their own code and the arrondissement's are in use (INSEE). */
const DIVIDED: readonly { arrondissement: RegExp; commune: string }[] = [
  { arrondissement: /^751[0-2]\d$/, commune: '75056' },
  { arrondissement: /^6938[1-9]$/, commune: '69123' },
  { arrondissement: /^132(0[1-9]|1[0-6])$/, commune: '13055' },
];

/**
 * INSEE codes that suppliers may use for a commune: in Paris, Lyon and Marseille the arrondissement's and the
 * commune's.
 */
export function inseeCodesOf(code: string): string[] {
  const divided = DIVIDED.find(({ arrondissement }) => arrondissement.test(code));
  return divided === undefined ? [code] : [code, divided.commune];
}

/** Code of the département of a commune: `2A`, `974`, three digits overseas. */
export function departementOf(inseeCode: string): string {
  return inseeCode.slice(0, inseeCode.startsWith('97') ? 3 : 2);
}

/** The place of a draft once its parcel is known. */
export function placeOf(draft: { longitude: number; latitude: number }, parcel: Parcel): Place {
  return {
    longitude: draft.longitude,
    latitude: draft.latitude,
    inseeCodes: inseeCodesOf(parcel.commune),
    communeName: parcel.communeName,
    parcels: [parcel],
  };
}

/** Metres from the chosen point to the nearest parcel of the place; 0 inside. */
export function metresToParcel(place: Place): number {
  const { parcels, point } = propertyAt(place);
  return contains(parcels, point) ? 0 : distanceToBoundary(parcels, point);
}
