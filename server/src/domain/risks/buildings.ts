import {
  areaOf,
  commonArea,
  commonPart,
  distanceTo,
  grown,
  isUnreadableDrawing,
  type Shape,
} from '#domain/geometry/shapes.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Building, Fact } from './facts.ts';
import type { DelimitedZone } from './plan-perimeters.ts';
import { isInside, propertyAt, type Property } from '#domain/geometry/overlap.ts';
import { aroundProperty } from '#domain/geometry/around.ts';

/** A footprint that meets the parcels. */
export type PlacedBuilding = Building & {
  /** Area of its drawing. */
  areaSquareMetres: number;
  /** Area of the part on the parcels. */
  areaOnParcels: number;
  /** It may be the neighbour's: within its accuracy of the limit, with the lesser part of it on the parcels. */
  isOnLimit: boolean;
  /** It extends beyond the parcels by more than its accuracy: only its part on them is measured. */
  isShared: boolean;
};

/** A zone and the part of a building on the parcels. */
type BuildingOverlap = {
  touched: boolean;
  /** 0 to 1, of the part on the parcels. */
  share: number;
  /** 0 when touched. */
  distanceMetres: number;
  /** A shift of the drawing by its accuracy would change `touched`. */
  toVerify: boolean;
};

export type BuildingZone = DelimitedZone & {
  largest: BuildingOverlap;
  /** Other buildings of the parcels that the zone touches. */
  othersTouched: number;
};

/** The largest building first; zones only when there is a building. */
export type PropertyBuildings = { buildings: PlacedBuilding[]; zones: BuildingZone[] };

/** The worst of the usual accuracies, when the row gives none. */
export const UNKNOWN_ACCURACY_METRES = 5;
/** Smaller contacts are slivers between two drawings of one limit, as in `overlap.ts`. */
const SLIVER_SQUARE_METRES = 1;

/**
 * Buildings of the property, and how delimited zones meet them. An indication (decision 0020): it changes no finding,
 * and without a published footprint it says nothing. A footprint drawn beyond repair makes
 * the whole unreadable: it may be the largest.
 */
export function placeBuildings(
  fact: Fact<Building[]>,
  zones: readonly DelimitedZone[],
  place: Place,
): Fact<PropertyBuildings> {
  if (fact.state === 'not-obtained') return fact;
  try {
    const { state, provenance } = fact;
    return { state, provenance, value: buildingsAt(place, fact.value, zones) };
  } catch (error) {
    if (!isUnreadableDrawing(error)) throw error;
    return { state: 'not-obtained', reason: 'malformed', provenance: fact.provenance };
  }
}

function buildingsAt(place: Place, buildings: Building[], zones: readonly DelimitedZone[]): PropertyBuildings {
  const property = propertyAt(place);
  const grownLand = onceEach((metres) => grown(property.parcels, metres));
  const drawn = buildings.flatMap((building) => drawnOn(property, building, grownLand)).toSorted(byImportance);
  const [largest, ...others] = drawn;
  const related = largest === undefined ? [] : zones.map((zone) => relate(property, place, { zone, largest, others }));
  return { buildings: drawn.map(({ building }) => building), zones: related };
}

/** A building with its part on the parcels, in metres. */
type Drawn = { building: PlacedBuilding; part: Shape };

const accuracyOf = ({ accuracyMetres }: Building): number => accuracyMetres ?? UNKNOWN_ACCURACY_METRES;

/** The buildings of a place have few accuracies. */
function onceEach(make: (metres: number) => Shape): typeof make {
  const made = new Map<number, Shape>();
  return (metres) => {
    const shape = made.get(metres) ?? make(metres);
    made.set(metres, shape);
    return shape;
  };
}

/** Nothing when it does not meet the parcels; `grownLand` gives these grown or shrunk. */
function drawnOn(
  { plane, parcels, parcelsArea }: Property,
  building: Building,
  grownLand: (metres: number) => Shape,
): Drawn[] {
  const footprint = plane.shape([building.outline]);
  const part = commonPart(footprint, parcels);
  const [area, areaOnParcels] = [areaOf(footprint), areaOf(part)];
  if (areaOnParcels < SLIVER_SQUARE_METRES) return [];
  const accuracy = accuracyOf(building);
  const isLesser = areaOnParcels < area / 2 && areaOnParcels < parcelsArea / 2;
  const placed = {
    ...building,
    areaSquareMetres: Math.round(area),
    areaOnParcels: Math.round(areaOnParcels),
    isOnLimit: isLesser && commonArea(footprint, grownLand(-accuracy)) < SLIVER_SQUARE_METRES,
    // Most lie whole on the parcels.
    isShared:
      area - areaOnParcels >= SLIVER_SQUARE_METRES &&
      area - commonArea(footprint, grownLand(accuracy)) >= SLIVER_SQUARE_METRES,
  };
  return [{ building: placed, part }];
}

/** A building that may be the neighbour's, or may not stand, comes after the others. */
const GONE = new Set<Building['state']>(['planned', 'demolished']);

function byImportance({ building: one }: Drawn, { building: other }: Drawn): number {
  return (
    Number(one.isOnLimit) - Number(other.isOnLimit) ||
    Number(GONE.has(one.state)) - Number(GONE.has(other.state)) ||
    other.areaOnParcels - one.areaOnParcels ||
    one.id.localeCompare(other.id)
  );
}

type Related = { zone: DelimitedZone; largest: Drawn; others: Drawn[] };

function relate({ plane }: Property, place: Place, { zone, largest, others }: Related): BuildingZone {
  const shape = plane.shape([aroundProperty(zone.outline, place)]);
  const touched = others.filter(({ part }) => isTouched(part, shape));
  return { ...zone, largest: overlapWith(shape, largest), othersTouched: touched.length };
}

const isTouched = (part: Shape, zone: Shape): boolean => commonArea(part, zone) >= SLIVER_SQUARE_METRES;

function overlapWith(zone: Shape, { building, part }: Drawn): BuildingOverlap {
  const accuracy = accuracyOf(building);
  // Far enough around the building for the shrunk zone to be the same there.
  const near = commonPart(zone, grown(part, 2 * accuracy + 1));
  if (!isTouched(part, near)) {
    const distanceMetres = Math.round(distanceTo(zone, part) * 10) / 10;
    return { touched: false, share: 0, distanceMetres, toVerify: distanceMetres <= accuracy };
  }
  const share = Math.round(Math.min(1, commonArea(part, near) / areaOf(part)) * 10_000) / 10_000;
  return { touched: true, share, distanceMetres: 0, toVerify: !isTouched(part, grown(near, -accuracy)) };
}

/** Whether the zone touches the land. */
export const touchesLand = ({ overlap }: DelimitedZone): boolean => isInside(overlap);
