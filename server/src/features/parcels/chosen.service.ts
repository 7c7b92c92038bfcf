import type { ChosenParcels, NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { distanceRefusal, groupRefusal, missingSentence } from '#domain/property/parcel-group.ts';
import type { Parcel } from '#domain/geometry/place.ts';

/** The parcels of those codes, and whether one statement may cover them. Throws `SupplierFailure` of the cadastre. */
export async function readChosenParcels(deps: Pick<Deps, 'cadastre'>, codes: string[]): Promise<ChosenParcels> {
  const { parcels, unknown, undrawn } = await deps.cadastre.parcels(codes);
  const refusal = groupRefusal(codes) ?? missingSentence({ unknown, undrawn }) ?? distanceRefusal(parcels);
  const areas = parcels.flatMap(({ areaSquareMetres }) => areaSquareMetres ?? []);
  return {
    parcelles: parcels.map(toNearby),
    inconnues: unknown,
    sans_contour: undrawn,
    contenance_totale: areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0),
    sans_contenance: parcels.length - areas.length,
    communes: [...new Map(parcels.map((parcel) => [parcel.commune, communeOf(parcel)])).values()],
    refus: refusal && typeset(refusal),
  };
}

const communeOf = ({ commune, communeName }: Parcel) => ({ nom: communeName, code_insee: commune });

export function toNearby(parcel: Parcel): NearbyParcel {
  return {
    prefixe: parcel.prefix,
    section: parcel.section,
    numero: parcel.number,
    commune: parcel.commune,
    nom_commune: parcel.communeName,
    contenance: parcel.areaSquareMetres,
    distance: 0,
    multiPolygon: parcel.outline,
  };
}
