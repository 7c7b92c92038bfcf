import type { MultiPolygon, Polygon } from 'geojson';
import { areaOf, boundaryDistance, commonArea, type Shape } from '#domain/geo/geometry.ts';
import { codeOf } from '#domain/geo/place.ts';
import type { Place } from './facts.ts';
import { classifyOverlap, propertyAt } from './overlap.ts';
import { aroundProperty } from './plan-perimeters.ts';

/** How a zone lies to one parcel; the finding is the property's. */
export type ParcelOverlap = {
  code: string;
  touches: boolean;
  /** 0 to 1, of the parcel's drawn area. */
  share: number;
  /** 0 when the zone touches it; null beyond a kilometre. */
  distanceMetres: number | null;
  nearBoundary: boolean;
};

/** The zone is cut about a kilometre around the property: a longer distance would be to the cut. */
const MEASURED_METRES = 1_000;

type Drawn = { shape: Shape; area: number; code: string };

/** Each parcel against each zone, in the order of the parcels. */
export function parcelOverlaps(place: Place, outlines: readonly (Polygon | MultiPolygon)[]): ParcelOverlap[][] {
  const { plane } = propertyAt(place);
  const parcels = place.parcels.map((parcel): Drawn => {
    const shape = plane.shape([parcel.outline]);
    return { shape, area: areaOf(shape), code: codeOf(parcel) };
  });
  return outlines.map((outline) => {
    const zone = plane.shape([aroundProperty(outline, place)]);
    return parcels.map((parcel) => overlapWith(parcel, zone));
  });
}

function overlapWith({ shape, area, code }: Drawn, zone: Shape): ParcelOverlap {
  const { touchesParcel, shareOfParcel, distanceMetres, nearBoundary } = classifyOverlap(
    { parcelsArea: area },
    {
      containsPoint: false,
      common: commonArea(shape, zone),
      fromPoint: () => Infinity,
      fromParcels: () => boundaryDistance(shape, zone),
    },
  );
  const metres = distanceMetres ?? Infinity;
  return {
    code,
    touches: touchesParcel,
    share: shareOfParcel ?? 0,
    distanceMetres: metres <= MEASURED_METRES ? metres : null,
    nearBoundary,
  };
}
