import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { contains, pointInside, type Point } from './map/geometry.ts';
import { areaOf } from './property-parcels.ts';

/** A parcel that the map shows, in words: where it is from the cross in the middle of the map. */
export type SeenParcel = { code: string; parcel: NearbyParcel; metres: number; where: string };

const METRES_A_DEGREE = 111_320;
/** Winds from the east, anticlockwise. */
const WINDS = [
  'à l’est',
  'au nord-est',
  'au nord',
  'au nord-ouest',
  'à l’ouest',
  'au sud-ouest',
  'au sud',
  'au sud-est',
];
const NUMBER = new Intl.NumberFormat('fr-FR');

/** The nearest first. A parcel without an outline is not on the map. */
export function seenFrom(cross: Point, parcels: readonly NearbyParcel[]): SeenParcel[] {
  return parcels
    .filter(({ multiPolygon }) => multiPolygon.coordinates.length > 0)
    .map((parcel) => ({ code: parcelCode(parcel), parcel, ...placeFrom(cross, parcel) }))
    .toSorted((one, other) => one.metres - other.metres);
}

function placeFrom(cross: Point, { multiPolygon }: NearbyParcel): { metres: number; where: string } {
  if (contains(multiPolygon, cross)) return { metres: 0, where: 'sous la croix' };
  const { longitude, latitude } = pointInside(multiPolygon);
  const north = (latitude - cross.latitude) * METRES_A_DEGREE;
  const east = (longitude - cross.longitude) * METRES_A_DEGREE * Math.cos((cross.latitude * Math.PI) / 180);
  const eighth = Math.round(Math.atan2(north, east) / (Math.PI / 4));
  const metres = Math.hypot(north, east);
  return { metres, where: `à environ ${NUMBER.format(Math.round(metres))}\u00A0m ${WINDS[(eighth + 8) % 8] ?? ''}` };
}

/** What a stop of the map says: the parcel that Enter would choose there. */
export function crossSentence(parcels: readonly NearbyParcel[], chosen: readonly string[]): string {
  const [parcel] = parcels;
  if (parcel === undefined) return 'Aucune parcelle près de la croix.';
  const code = parcelCode(parcel);
  const facts = [shortParcel(code), parcel.nom_commune, areaOf(parcel)];
  const said = `${facts.filter(Boolean).join(', ')}${chosen.includes(code) ? ', choisie' : ''}.`;
  if (parcel.distance < 1) return `Sous la croix\u00A0: parcelle ${said}`;
  return `Parcelle la plus proche, à\u00A0${NUMBER.format(Math.round(parcel.distance))}\u00A0m de la croix\u00A0: ${said}`;
}
