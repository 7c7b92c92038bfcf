import { counted, enumeration, frenchNumber, ofName } from '#domain/french.ts';
import { type Parcel, type Place, communesOf } from '#domain/geometry/place.ts';

/** Words that agree with the number of parcels and communes of a property. */

type Land = Pick<Place, 'parcels'>;

const isOne = ({ parcels }: Land): boolean => parcels.length < 2;
/** « la parcelle », « les parcelles » */
export const theParcels = (land: Land): string => (isOne(land) ? 'la parcelle' : 'les parcelles');
/** « de la parcelle », « des parcelles » */
export const ofTheParcels = (land: Land): string => (isOne(land) ? 'de la parcelle' : 'des parcelles');

/** The communes' names, the address's first; the place's own without a parcel. */
export function communeNames(place: Place): string[] {
  const names = communesOf(place).flatMap(({ name }) => name || []);
  return names.length === 0 ? [place.communeName] : names;
}

const isInSeveral = (place: Place): boolean => communesOf(place).length > 1;
/** « Commune », « Communes » */
export const communeLabel = (place: Place): string => (isInSeveral(place) ? 'Communes' : 'Commune');
/** « dans la commune », « dans les communes » */
export const inTheCommunes = (place: Place): string => (isInSeveral(place) ? 'dans les communes' : 'dans la commune');

/** « la commune », or one of those of the property: which one, the source does not say. */
export const oneCommune = (inSeveral: boolean): string => (inSeveral ? 'une des communes du bien' : 'la commune');

/** « à la mairie du Bourget, commune », « aux mairies de Mende et de Badaroux, communes » */
export function atTheTownHalls(place: Place): string {
  const names = communeNames(place);
  const of = enumeration(names.map(ofName));
  return names.length === 1 ? `à la mairie ${of}, commune` : `aux mairies ${of}, communes`;
}

/** « Mende et Badaroux » in at most `room` letters, else « Mende et 3 autres communes ». */
export function communesWithin(place: Place, room: number): string {
  const names = communeNames(place);
  const all = enumeration(names);
  const others = names.length - 1;
  return all.length <= room || others === 0
    ? all
    : `${names[0]} et ${counted(others, 'autre commune', 'autres communes')}`;
}

/** Parcels by commune in the order of `communesOf`, then by section and number. */
export function sortedParcels(place: Place): Parcel[] {
  const rank = new Map(communesOf(place).map(({ code }, index) => [code, index]));
  const keyOf = ({ prefix, section, number }: Parcel): string =>
    `${prefix} ${section.padStart(2, '0')} ${number.padStart(4, '0')}`;
  return place.parcels.toSorted(
    (one, other) =>
      (rank.get(one.commune) ?? 0) - (rank.get(other.commune) ?? 0) || keyOf(one).localeCompare(keyOf(other)),
  );
}

/** « 1 ha 02 a 35 ca », « 11 a 56 ca », « 56 ca »: as deeds and cadastral extracts write it, a centiare a square metre. */
export function cadastralArea(squareMetres: number): string {
  const whole = Math.round(squareMetres);
  const [hectares, ares, centiares] = [Math.floor(whole / 10_000), Math.floor(whole / 100) % 100, whole % 100];
  const two = (value: number, isFirst: boolean): string => (isFirst ? String(value) : String(value).padStart(2, '0'));
  return [
    ...(hectares > 0 ? [`${frenchNumber(hectares)}\u00A0ha`] : []),
    ...(whole >= 100 ? [`${two(ares, hectares === 0)}\u00A0a`] : []),
    `${two(centiares, whole < 100)}\u00A0ca`,
  ].join(' ');
}

/** The cadastral area of all the parcels, which says how many have none; null when none has one. */
export function totalArea({ parcels }: Land): string | null {
  const known = parcels.flatMap(({ areaSquareMetres }) => areaSquareMetres ?? []);
  if (known.length === 0) return null;
  const unknown = parcels.length - known.length;
  const total = cadastralArea(known.reduce((sum, area) => sum + area));
  return unknown === 0 ? total : `${total}, sans ${counted(unknown, 'parcelle', 'parcelles')} de surface non précisée`;
}
