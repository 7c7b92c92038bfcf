import type { MultiPolygon, Polygon } from 'geojson';
import { aroundProperty } from '#domain/geometry/around.ts';
import type { Place } from '#domain/geometry/place.ts';
import { PPR_FAMILIES, type PprFamily, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
import { type Fact, type Facts, type PlanPerimeter, type Ppr } from './facts.ts';
import {
  isInside,
  isTouched,
  overlapOf,
  propertyAt,
  type Placed,
  type Property,
  type Overlap,
} from '#domain/geometry/overlap.ts';
import { commonArea, grown } from '#domain/geometry/shapes.ts';
import { concerningPlans, type PlanFindings } from './ppr.ts';

/**
 * `plan` is the statement's plan that the source links to the perimeter; null when it links none. `isGrazed`: it only
 * meets the land by its edge, within the accuracy of the drawings.
 */
export type PlacedPerimeter = Placed<PlanPerimeter> & { family: PprFamily; plan: Ppr | null; isGrazed: boolean };

/**
 * Published perimeters of the plans, with their overlap. The source does not say whether it draws the plan's zones or
 * all that it covers: they tick no box, and open a « non » that they deny (decisions 0020, 0008).
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
    const family = plan?.family ?? denying(findings, perimeter) ?? familyOf(perimeter);
    return { ...perimeter, family, plan, ...perimeterAt(property, place, perimeter) };
  });
  const { state, provenance } = fact;
  return { state, provenance, value };
}

/** The heading that the perimeter opened. */
const denying = (findings: PlanFindings, perimeter: PlanPerimeter): PprFamily | undefined =>
  PPR_FAMILIES.find((family) => findings[family].contradiction?.perimeters.includes(perimeter));

/** PM1 is of natural and of mining plans: only the name may say which. */
export function familyOf({ servitude, name }: PlanPerimeter): PprFamily {
  if (servitude === 'PM3') return 'pprt';
  return /minier|minière|pprm/iu.test(name ?? '') ? 'pprm' : 'pprn';
}

/** « servitude PM1, « PPRI de la Seine » ». */
export function servitudeLabel({ servitude, name }: Pick<PlacedPerimeter, 'servitude' | 'name'>): string {
  return `servitude ${servitude}${name === null ? '' : `, « ${name} »`}`;
}

/** Half a millimetre on a map at 1:10 000, the usual scale of a plan: nearer, an edge may be on the other side. */
export const DRAWN_WITHIN_METRES = 5;

export function perimeterAt(
  property: Property,
  place: Place,
  { outline }: PlanPerimeter,
): Pick<PlacedPerimeter, 'overlap' | 'isGrazed'> {
  const drawn = aroundProperty(outline, place);
  const overlap = overlapOf(property, drawn);
  return { overlap, isGrazed: isInside(overlap) && isGraze(property, drawn) };
}

/** Neither the land without its edge nor the perimeter without its own meet the other. */
function isGraze(property: Property, drawn: Polygon | MultiPolygon): boolean {
  if (property.parcelsArea === 0) return false;
  const zone = property.plane.shape([drawn]);
  const isMet = (common: number): boolean => isTouched(property, common);
  return (
    !isMet(commonArea(grown(property.parcels, -DRAWN_WITHIN_METRES), zone)) &&
    !isMet(commonArea(property.parcels, grown(zone, -DRAWN_WITHIN_METRES)))
  );
}

/** The facts to keep: a perimeter of a whole valley weighs more than all the others. */
export function withPerimetersAround(facts: Facts, place: Place): Facts {
  const { planPerimeters: fact } = facts;
  if (fact.state === 'not-obtained') return facts;
  const value = fact.value.map((one) => ({ ...one, outline: cutOut(one.outline, place) }));
  return { ...facts, planPerimeters: { ...fact, value } };
}

function cutOut(outline: PlanPerimeter['outline'], place: Place): PlanPerimeter['outline'] {
  const around = aroundProperty(outline, place);
  if (around.type === 'MultiPolygon') return around as PlanPerimeter['outline'];
  return { type: 'MultiPolygon', coordinates: [around.coordinates] } as PlanPerimeter['outline'];
}

/**
 * A zone with a published outline that touches the property or passes near it. `label` names it in the data attached to
 * the document, `column` in the table by parcel.
 */
export type DelimitedZone = {
  outline: Polygon | MultiPolygon;
  overlap: Overlap;
  label: string;
  column: string;
} & ({ heading: PprFamily; perimeter: PlacedPerimeter } | { heading: DrawnHeading });
