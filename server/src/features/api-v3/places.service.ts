import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { distinctParcelCodes } from '@clairisque/contract/common/parcel-codes.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type {
  findAddresses as addresses,
  findParcels as parcels,
  FoundAddress,
  FoundParcel,
} from '@clairisque/contract/api-v3.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { readChosenParcels } from '#features/parcels/parcels.ts';
import { parcelsAt, refuseOutside } from './property.service.ts';

type Addresses = z.input<(typeof addresses.schema.response)[200]>;
type Parcels = z.input<(typeof parcels.schema.response)[200]>;

export async function findAddresses(
  deps: Pick<Deps, 'geocoder' | 'mode'>,
  query: { q: string; limit: number },
): Promise<Addresses> {
  return { mode: deps.mode, data: (await deps.geocoder.search(query)).features.map(addressOf) };
}

function addressOf({ geometry, properties }: AddressFeature): z.input<typeof FoundAddress> {
  const { label, type, score, postcode, citycode, city, oldcitycode, oldcity } = properties;
  const [longitude, latitude] = geometry.coordinates;
  return {
    label,
    kind: type ?? null,
    score: score ?? null,
    longitude,
    latitude,
    postcode: postcode ?? null,
    commune: citycode === undefined ? null : { insee_code: citycode, name: city ?? '' },
    former_commune: oldcity === undefined ? null : { insee_code: oldcitycode ?? '', name: oldcity },
  };
}

/** Throws `invalid_input` outside France, `parcel_not_found` on a parcel without outline, `SupplierFailure` of the cadastre. */
export async function findParcels(
  deps: Deps,
  { codes, longitude = 0, latitude = 0 }: z.output<typeof parcels.schema.querystring>,
): Promise<Parcels> {
  if (codes === undefined) {
    refuseOutside({ longitude, latitude });
    const near = await parcelsAt(deps, { longitude, latitude });
    const data = near.map((parcel) => parcelOf(parcel, parcel.distance));
    return { mode: deps.mode, data, missing: [], refusal: null };
  }
  const chosen = await readChosenParcels(deps, distinctParcelCodes(codes.split(',')));
  return {
    mode: deps.mode,
    data: chosen.parcelles.map((parcel) => parcelOf(parcel, null)),
    missing: [...chosen.inconnues, ...chosen.sans_contour],
    refusal: chosen.refus,
  };
}

function parcelOf(parcel: NearbyParcel, distance: number | null): z.input<typeof FoundParcel> {
  return {
    code: parcelCode(parcel),
    commune: { insee_code: parcel.commune, name: parcel.nom_commune },
    area_square_metres: parcel.contenance,
    distance_metres: distance,
    geometry: parcel.multiPolygon,
  };
}
