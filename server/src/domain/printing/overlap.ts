import type { Overlap } from '#domain/geometry/overlap.ts';
import { frenchDistance, percent } from '#domain/french.ts';
import { ofTheParcels, theParcels } from '#domain/property/place-in-words.ts';
import type { Place } from '#domain/geometry/place.ts';

/** Once when all zones overlap alike, zone by zone otherwise. */
export function positions(zones: [label: string, overlap: Overlap | null][]): string {
  const [first, ...others] = new Set(zones.map(([, overlap]) => shortPosition(overlap)));
  if (first !== undefined && others.length === 0) return first;
  return zones.map(([label, overlap]) => `${label} : ${shareOfGround(overlap)}`).join(' ; ');
}

/** Zones within 30 m, drawn too coarsely to be sure. */
export function nearest(nearby: { overlap: Overlap }[]): string {
  const metres = nearby.flatMap(({ overlap }) => overlap.distanceMetres ?? []);
  return metres.length === 0
    ? ''
    : ` Zone la plus proche à ${frenchDistance(Math.min(...metres))} : à vérifier sur le plan.`;
}

const ON_THE_PLAN = 'Limite de zone à moins de 30 m : à vérifier sur le plan lui-même.';

/** « La zone couvre 40 % de la surface des parcelles. »; null when the outline is unknown. */
export function overlapSentence(overlap: Overlap | null, place: Place): string | null {
  if (overlap === null) return null;
  const where = placeOfZone(overlap, place);
  return where === null ? null : `${where}${overlap.nearBoundary ? ` ${ON_THE_PLAN}` : ''}`;
}

function placeOfZone(
  { touchesParcel, shareOfParcel, containsPoint, distanceMetres }: Overlap,
  place: Place,
): string | null {
  if (touchesParcel)
    return shareOfParcel === null
      ? `La zone touche ${theParcels(place)}.`
      : `La zone couvre ${percent(shareOfParcel)} de la surface ${ofTheParcels(place)}.`;
  if (containsPoint) return 'La zone contient le point interrogé du bien.';
  return distanceMetres === null ? null : `La zone est à ${frenchDistance(distanceMetres)}.`;
}

/** For page 1: « terrain touché, 40 % de sa surface ». */
export function shortPosition(overlap: Overlap | null): string {
  if (overlap === null) return 'contour non publié';
  const { touchesParcel, shareOfParcel, containsPoint, distanceMetres } = overlap;
  if (touchesParcel)
    return shareOfParcel === null ? 'terrain touché' : `terrain touché, ${percent(shareOfParcel)} de sa surface`;
  if (containsPoint) return 'point du bien touché';
  return distanceMetres === null
    ? 'terrain non touché'
    : `terrain non touché, zone à ${frenchDistance(distanceMetres)}`;
}

/** « 40 % du terrain », when several zones are on one line. */
export function shareOfGround(overlap: Overlap | null): string {
  return overlap?.touchesParcel === true && overlap.shareOfParcel !== null
    ? `${percent(overlap.shareOfParcel)} du terrain`
    : shortPosition(overlap);
}
