import { bbox, bboxClip, feature, multiPoint } from '@turf/turf';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Fact, Place, PlanPerimeter, Ppr, PprFamily } from './facts.ts';
import type { Placed } from './findings.ts';
import { overlapOf, propertyAt } from './overlap.ts';
import { concerningPlans, type PlanFindings } from './ppr.ts';

/** `plan` is the statement's plan that the source links to the perimeter; null when it links none. */
export type PlacedPerimeter = Placed<PlanPerimeter> & { family: PprFamily; plan: Ppr | null };

/**
 * Published perimeters of the plans, with their overlap. They change no finding: the source does not say whether it
 * draws the plan's zones or all that it covers (decision 0020).
 */
export function placePerimeters(
  fact: Fact<PlanPerimeter[]>,
  findings: PlanFindings,
  place: Place,
): Fact<PlacedPerimeter[]> {
  if (fact.state === 'not-obtained') return fact;
  const plans = concerningPlans(findings);
  const property = propertyAt(place);
  const value = fact.value.map((perimeter): PlacedPerimeter => {
    const plan = plans.find(({ gasparId }) => gasparId !== null && gasparId === perimeter.gasparId) ?? null;
    const family = plan?.family ?? (perimeter.servitude === 'PM3' ? 'pprt' : 'pprn');
    return { ...perimeter, family, plan, overlap: overlapOf(property, aroundProperty(perimeter.outline, place)) };
  });
  const { state, provenance } = fact;
  return { state, provenance, value };
}

/** Some hundred metres beyond the property: anything farther changes neither its share nor its distance. */
const AROUND_DEGREES = 0.01;

/** The part of an outline around the property: a plan may have a hundred thousand points along a whole valley. */
export function aroundProperty(
  outline: Polygon | MultiPolygon,
  { longitude, latitude, parcels }: Place,
): Polygon | MultiPolygon {
  const all = [[longitude, latitude], ...parcels.flatMap((parcel) => parcel.outline.coordinates.flat(2))];
  const box = bbox(multiPoint(all));
  const [west, south, east, north] = box.map((edge, index) => edge + (index < 2 ? -1 : 1) * AROUND_DEGREES);
  return bboxClip(feature(outline), [west ?? 0, south ?? 0, east ?? 0, north ?? 0]).geometry as Polygon | MultiPolygon;
}
