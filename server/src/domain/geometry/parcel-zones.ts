import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areaOf, boundaryDistance, mayMeet, polygonsOf, type Shape } from './shapes.ts';
import { codeOf, type Place } from './place.ts';
import { commonAreaOf } from './common-area.ts';
import { classifyOverlap, propertyAt } from './overlap.ts';
import { aroundProperty } from './around.ts';

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

/** `polygons`: the shape's, since an overlay of JTS takes ten times as long for a parcel and a zone. */
type Drawn = { shape: Shape; polygons: Position[][][] };

/** Each parcel against each zone, in the order of the parcels. */
export function parcelOverlaps(place: Place, outlines: readonly (Polygon | MultiPolygon)[]): ParcelOverlap[][] {
  const { plane } = propertyAt(place);
  const drawn = (outline: Polygon | MultiPolygon): Drawn => {
    const shape = plane.shape([outline]);
    return { shape, polygons: polygonsOf(shape) };
  };
  const parcels = place.parcels.map((parcel) => ({ ...drawn(parcel.outline), code: codeOf(parcel) }));
  return outlines.map((outline) => {
    const zone = drawn(aroundProperty(outline, place));
    return parcels.map((parcel) => overlapWith(parcel, zone));
  });
}

function overlapWith({ shape, polygons, code }: Drawn & { code: string }, zone: Drawn): ParcelOverlap {
  const { touchesParcel, shareOfParcel, distanceMetres, nearBoundary } = classifyOverlap(
    { parcelsArea: areaOf(shape) },
    {
      containsPoint: false,
      common: mayMeet(shape, zone.shape) ? commonAreaOf(polygons, zone.polygons) : 0,
      fromPoint: () => Infinity,
      fromParcels: () => boundaryDistance(shape, zone.shape),
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
