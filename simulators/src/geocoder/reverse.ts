import type { Feature } from '#recordings.ts';
import { communeAt } from '#territory/communes.ts';
import { distanceMetres } from '#territory/geometry.ts';
import type { Point } from '#territory/geometry.ts';
import { lotsInBox } from '#territory/grid.ts';
import { parcelAt } from '#territory/parcels.ts';
import { planeFromDegrees } from '#territory/plane.ts';
import { addressOfLot } from '#territory/streets.ts';
import { houseNumber, municipality, pointOf, scored, streetFeature } from './features.ts';
import type { GeocodeQuery } from './params.ts';

/** Mercator metres around the point: no place on land is farther from an address. */
const REACH = 90;

/** The addresses around the point, the nearest first; `[]` at sea and abroad. */
export function reverse(query: GeocodeQuery & { point: Point }): Feature[] {
  const { point, limit, type, postcode, citycode } = query;
  const here = communeAt(...point);
  if (!here) return [];
  if (type === 'municipality') return [scored(municipality(here), 1, point)];
  const [u, v] = planeFromDegrees(point);
  const addresses = lotsInBox([u - REACH, v - REACH], [u + REACH, v + REACH]).flatMap((lot) => addressOfLot(lot) ?? []);
  const found = addresses.map((address) =>
    type === 'street' ? streetFeature(address.commune, address.street) : houseNumber(address),
  );
  const unique = [...new Map(found.map((feature) => [feature.properties['id'], feature])).values()];
  return unique
    .filter(({ properties }) => (postcode ?? properties['postcode']) === properties['postcode'])
    .filter(({ properties }) => (citycode ?? properties['citycode']) === properties['citycode'])
    .map((feature) => scored(feature, 1 - distanceMetres(pointOf(feature), point) / 1000, point))
    .sort((a, b) => Number(a.properties['distance']) - Number(b.properties['distance']))
    .slice(0, limit);
}

/** `index=parcel`: the parcel under the point, without its outline. */
export function reverseParcel(point: Point): Feature[] {
  const parcel = parcelAt(point);
  if (!parcel) return [];
  const { commune, comAbs, section, numero } = parcel;
  return [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: point },
      properties: {
        id: `${commune.insee}${comAbs}${section}${numero}`,
        departmentcode: commune.departement,
        municipalitycode: commune.insee.slice(commune.departement.length),
        oldmunicipalitycode: comAbs,
        districtcode: commune.mother ? commune.insee.slice(2) : '000',
        section,
        number: numero,
        sheet: '01',
        distance: 0,
        score: 1,
        _type: 'parcel',
      },
    },
  ];
}
