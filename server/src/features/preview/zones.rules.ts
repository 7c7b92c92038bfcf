import { DRAWN_HEADINGS, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
import type { PreviewZones } from '@clairisque/contract/preview.ts';
import { bboxClip, feature, simplify, truncate } from '@turf/turf';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Place } from '#domain/geometry/place.ts';
import { DRAWINGS } from '#domain/headings/headings.ts';
import type { CompulsoryFacts } from '#domain/headings/assess.ts';

type Layer = DrawnHeading | 'ppr';
type Zone<L extends Layer> = {
  type: 'Feature';
  properties: { rubrique: L; libelle: string };
  geometry: PreviewZones['features'][number]['geometry'];
};
type Drawn<L extends Layer> = { rubrique: L; libelle: string; outline: Polygon | MultiPolygon };
type Point = Pick<Place, 'longitude' | 'latitude'>;

/** Some two kilometres around the place: at this scale a parcel is still visible. */
const REACH_DEGREES = 0.02;
/** A noise plan has thousands of points; the preview must stay light on phones. */
const MAX_BYTES = 60_000;
/** In degrees: about 1 m, 5 m, 25 m and 120 m. */
const TOLERANCES = [1e-5, 5e-5, 2.5e-4, 1.2e-3];

/** The outlines of the facts near the place. */
export const zonesAround = (place: Point, facts: CompulsoryFacts): PreviewZones =>
  drawnAround(place, drawnZones(facts));

/**
 * Outlines near the place as GeoJSON, cut, and simplified until they fit; the last zones are left out if they never do.
 */
export function drawnAround<L extends Layer>(
  place: Point,
  zones: Drawn<L>[],
): { type: 'FeatureCollection'; features: Zone<L>[] } {
  const cut = zones.filter(isDrawn).flatMap((zone) => cutAround(place, zone));
  let features = cut;
  for (const tolerance of TOLERANCES) {
    features = cut.map((zone) => simplified(zone, tolerance));
    if (sizeOf(features) <= MAX_BYTES) break;
  }
  while (sizeOf(features) > MAX_BYTES) features = features.slice(0, -1);
  return { type: 'FeatureCollection', features };
}

const sizeOf = (features: Zone<Layer>[]): number => JSON.stringify(features).length;

const drawnZones = (facts: CompulsoryFacts): Drawn<DrawnHeading>[] =>
  DRAWN_HEADINGS.flatMap((heading) => zonesUnder(heading, facts));

function zonesUnder<H extends DrawnHeading>(rubrique: H, facts: CompulsoryFacts): Drawn<H>[] {
  const { given, label } = DRAWINGS[rubrique];
  return given(facts).flatMap((zone) =>
    zone.outline === null ? [] : [{ rubrique, libelle: label(zone), outline: zone.outline }],
  );
}

/** False for a zone whose drawing cannot be read. */
const isDrawn = ({ outline }: Drawn<Layer>): boolean => outline.coordinates.length > 0;

function cutAround<L extends Layer>({ longitude, latitude }: Point, zone: Drawn<L>): Zone<L>[] {
  const { rubrique, libelle, outline } = zone;
  const widthDegrees = REACH_DEGREES / Math.cos((latitude * Math.PI) / 180);
  const box: [number, number, number, number] = [
    longitude - widthDegrees,
    latitude - REACH_DEGREES,
    longitude + widthDegrees,
    latitude + REACH_DEGREES,
  ];
  const geometry = bboxClip(outline, box).geometry as Polygon | MultiPolygon;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  // Parts outside leave empty rings.
  const coordinates = polygons
    .map((rings) => rings.filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0) as [number, number][][][];
  if (coordinates.length === 0) return [];
  return [{ type: 'Feature', properties: { rubrique, libelle }, geometry: { type: 'MultiPolygon', coordinates } }];
}

/** The outline is drawn to ten centimetres, the precision of a parcel's. */
function simplified<L extends Layer>({ properties, geometry }: Zone<L>, tolerance: number): Zone<L> {
  const lighter = simplify(truncate(feature(geometry), { precision: 6 }), { tolerance, mutate: true });
  return { type: 'Feature', properties, geometry: lighter.geometry };
}
