import type { MultiPolygon, Polygon } from 'geojson';
import { capitalised, counted, frenchArea, frenchDistance, frenchNumber, percent } from '#domain/french.ts';
import {
  touchesLand,
  UNKNOWN_ACCURACY_METRES,
  type BuildingZone,
  type PlacedBuilding,
  type PropertyBuildings,
} from '#domain/risks/buildings.ts';
import { ofTheParcels, theParcels } from '#domain/property/place-in-words.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { BuildingState, Fact } from '#domain/risks/facts.ts';
import type { MappedBuilding } from './map-frames.ts';
import { text } from './parts.ts';
import type { Row } from './parts.ts';
import { shortDate } from './text.ts';

/** Footprints of the BD TOPO on the parcels: an indication beside the findings (decision 0020). */
export type PublishedBuildings = Fact<PropertyBuildings> | null;

/** The largest building first; none when nothing is published, or when the source failed. */
export function publishedBuildings(buildings: PublishedBuildings): PlacedBuilding[] {
  return buildings === null || buildings.state === 'not-obtained' ? [] : buildings.value.buildings;
}

/** Below a zone that touches the land: whether it touches the largest building too. */
export function buildingRows(outline: Polygon | MultiPolygon | null, buildings: PublishedBuildings): Row[] {
  if (buildings === null || buildings.state === 'not-obtained') return [];
  const zone = buildings.value.zones.find((one) => one.outline === outline);
  const sentence = zone && buildingSentence(zone, buildings.value);
  return sentence ? [text('Bâtiment (indication)', sentence)] : [];
}

/** Null where the zone does not touch the land, or without a building. */
export function buildingSentence(zone: BuildingZone, { buildings }: PropertyBuildings): string | null {
  const [largest] = buildings;
  if (largest === undefined || !touchesLand(zone)) return null;
  return [zoneSentence(zone, largest, buildings.length), othersSentence(zone)].filter(Boolean).join(' ');
}

function zoneSentence({ largest }: BuildingZone, building: PlacedBuilding, count: number): string {
  const { touched, share, distanceMetres, toVerify } = largest;
  const date = building.updatedOn === null ? null : shortDate(building.updatedOn);
  const position = touched
    ? `est touché aussi, ${percent(share)} de son emprise${date === null ? ', non datée' : ` du ${date}`}`
    : `est à environ ${frenchDistance(distanceMetres)} de la zone, emprise ${date === null ? 'non datée' : `du ${date}`}`;
  const doubt = toVerify ? ` ; c’est moins que la précision du dessin (${accuracy(building)}) : à vérifier` : '';
  return `Terrain touché ; le ${count > 1 ? 'plus grand ' : ''}bâtiment publié ${position}${doubt}.`;
}

function othersSentence({ othersTouched }: BuildingZone): string {
  if (othersTouched === 0) return '';
  return `${counted(othersTouched, 'autre bâtiment publié est touché', 'autres bâtiments publiés sont touchés')}.`;
}

/**
 * At the head of the form: which building the lines below the zones speak of, and what makes it doubtful. `sources`:
 * the number of their part.
 */
export function largestBuildingRow(
  buildings: PublishedBuildings,
  place: Pick<Place, 'parcels'>,
  sources: number,
): Row[] {
  const sentence = largestBuildingSentence(publishedBuildings(buildings), place);
  return sentence === null ? [] : [text('Bâtiments publiés', `${sentence} ${indication(sources)}`)];
}

const indication = (part: number): string =>
  `Cette indication ne change aucune réponse ; ses limites sont en partie ${part}.`;

/** Null without a building. */
export function largestBuildingSentence(published: PlacedBuilding[], place: Pick<Place, 'parcels'>): string | null {
  const [largest] = published;
  if (largest === undefined) return null;
  const source = 'de la BD TOPO® (IGN)';
  const touching = counted(published.length, `emprise ${source} touche`, `emprises ${source} touchent`);
  const which =
    published.length > 1 ? `La plus grande : ${descriptionOf(largest)}` : capitalised(descriptionOf(largest));
  return [`${touching} ${theParcels(place)}. ${which}.`, ...doubtsOf(largest, place)].join(' ');
}

function descriptionOf(building: PlacedBuilding): string {
  const { use, areaSquareMetres, rnbIds, updatedOn } = building;
  const facts = [
    use === null ? 'usage non précisé' : use.toLowerCase(),
    frenchArea(areaSquareMetres),
    ...(building.accuracyMetres === null ? [] : [`dessinée à ${accuracy(building)} près`]),
    ...(updatedOn === null ? [] : [`emprise du ${shortDate(updatedOn)}`]),
    ...(rnbIds.length === 0 ? [] : [`identifiant RNB ${rnbIds.slice(0, 3).join(', ')}`]),
  ];
  return facts.join(', ');
}

const STATES: Record<BuildingState, string | null> = {
  'in-service': null,
  planned: 'La source le dit en projet : il n’est peut-être pas construit.',
  'under-construction': 'La source le dit en construction : son emprise peut changer.',
  ruined: 'La source le dit en ruine.',
  demolished: 'La source le dit démoli.',
  unknown: 'La source n’en donne pas l’état.',
};

function doubtsOf(building: PlacedBuilding, place: Pick<Place, 'parcels'>): string[] {
  return [
    building.accuracyMetres === null
      ? 'La source ne donne pas la précision du dessin : elle est tenue pour 5 m.'
      : null,
    building.isLight ? 'La source le dit de construction légère.' : null,
    STATES[building.state],
    building.isOnLimit
      ? `Il est sur la limite ${ofTheParcels(place)}, à cette précision près : il peut être celui du voisin.`
      : null,
    building.isShared
      ? `Il s’étend hors ${ofTheParcels(place)} : les mesures portent sur la partie qui s’y trouve.`
      : null,
  ].filter((doubt) => doubt !== null);
}

/** « 3 m » */
const accuracy = ({ accuracyMetres }: PlacedBuilding): string =>
  `${frenchNumber(accuracyMetres ?? UNKNOWN_ACCURACY_METRES)} m`;

/** For the method, when a footprint is printed. */
export const BUILDINGS_METHOD =
  'Les bâtiments dessinés sont les emprises que publie l’IGN (BD TOPO®), murs du cadastre ou toits vus du ciel, précises de 1 à 5 mètres en général. Un bâtiment léger, récent, démoli ou en projet peut y manquer ou y figurer. Le plus grand est celui qui couvre le plus de terrain, sans être forcément celui du bien ; une zone le touche à partir de 1 m². Cette indication ne change aucune réponse : un terrain touché suffit.';

export const mappedBuildings = (buildings: PublishedBuildings): MappedBuilding[] =>
  publishedBuildings(buildings).map(({ outline }, index) => ({ outline, isLargest: index === 0 }));

/** Null when the map shows none. */
export function buildingLegend({ length }: unknown[]): string | null {
  if (length === 0) return null;
  return length > 1 ? 'Bâtiments publiés (BD TOPO®), le plus grand au trait épais' : 'Bâtiment publié (BD TOPO®)';
}
