import type { MultiPolygon, Polygon, Position } from 'geojson';
import { grown, isUnreadableDrawing, polygonsOf } from '#domain/geometry/shapes.ts';
import type { Place } from '#domain/geometry/place.ts';
import { DRAWN_HEADINGS, type DrawnHeading, type PprFamily } from '@clairisque/contract/common/headings.ts';
import type { ZonesByHeading } from '#domain/headings/heading.ts';
import { DRAWINGS, isDrawn } from '#domain/headings/headings.ts';
import type { Fact, Ppr, PprRule } from '#domain/risks/facts.ts';
import { type Overlap, propertyAt } from '#domain/geometry/overlap.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import { servitudeLabel, type PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import type { MappedHeading, MappedZone } from '#domain/printing/map-frames.ts';
import type { Perimeters } from './perimeters.ts';
import { ruleStyle } from '#domain/printing/zone-styles.ts';

/** More zones than this make a legend that nobody reads; the property's own come first. */
const ZONES_ON_A_MAP = 10;
const MARK_LENGTH = 12;

/** A zone of a plan's règlement as published. */
export type PublishedZone = {
  gasparId: string;
  code: string;
  name: string | null;
  rule: PprRule;
  ruleLabel: string | null;
  outline: MultiPolygon;
};
/** Zones of the plans' règlements around the property; null where no release has them. */
export type Zonings = Fact<PublishedZone[]> | null;

/**
 * Zones of the frame that the findings do not have, for the maps alone: they change no answer. Null when they were not
 * obtained.
 */
export type ZonesAround = ZonesByHeading;

/** The zones to draw, map by map: those that touch the property, then those that pass near it. */
export function mappedHeadings(findings: Findings, perimeters: Perimeters, zonings: Zonings = null): MappedHeading[] {
  const zoned = zonedPlans(findings, zonings);
  const drawnPlans = new Set(zoned.map(({ subject }) => subject));
  const headings: MappedHeading[] = [
    ...zoned,
    ...(['pprn', 'pprm', 'pprt'] as const)
      .flatMap((family) => perimeterMaps(family, perimeters))
      .filter(({ subject }) => subject === null || !drawnPlans.has(subject)),
    ...DRAWN_HEADINGS.flatMap((heading) => drawnMaps(heading, findings)),
  ];
  return headings.filter(({ zones }) => zones.length > 0).map(bounded);
}

/** Adds the other zones of each map's frame. */
export function withNeighbours(headings: MappedHeading[], around: ZonesAround): MappedHeading[] {
  return headings.map((heading) => {
    const zones = neighboursOf(heading, around);
    return zones === null
      ? { ...heading, hasNeighbours: false }
      : bounded({ ...heading, zones: [...heading.zones, ...zones] });
  });
}

function neighboursOf({ heading, subject }: MappedHeading, around: ZonesAround): MappedZone[] | null {
  return isDrawn(heading) ? neighboursIn(heading, around, subject) : [];
}

function neighboursIn<H extends DrawnHeading>(
  heading: H,
  around: { [K in H]?: ZonesAround[K] },
  subject: string | null,
): MappedZone[] | null {
  const { neighbours, onMap } = DRAWINGS[heading];
  if (neighbours === null) return [];
  const zones: ZonesAround[H] | undefined = around[heading];
  return zones ? neighbours(zones, subject).flatMap((zone) => mapped(zone, onMap(zone), false)) : null;
}

type Named = Pick<MappedZone, 'label' | 'mark' | 'style'>;

/** Nothing of a zone without an outline. */
const mapped = ({ outline }: { outline: MappedZone['outline'] | null }, named: Named, isOwn: boolean): MappedZone[] =>
  outline === null ? [] : [{ ...named, isOwn, outline }];

/** Zones of one name are one line of the legend; the property's first, each list in the order of its letters. */
function bounded(heading: MappedHeading): MappedHeading {
  const named = [...Map.groupBy(heading.zones, ({ label, mark }) => `${mark} ${label}`).values()].flatMap(
    ([first, ...others]) => {
      if (first === undefined) return [];
      const all = [first, ...others];
      return [{ ...first, isOwn: all.some(({ isOwn }) => isOwn), outline: joined(all.map(({ outline }) => outline)) }];
    },
  );
  const sorted = named
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
    .slice(0, ZONES_ON_A_MAP)
    .toSorted((one, other) => one.label.localeCompare(other.label, 'fr', { numeric: true }));
  return { ...heading, zones: sorted };
}

/** Zones of the plans of the findings; those of one code in one piece, though a release keeps them in several. */
export function unitedZonings(zonings: Zonings, findings: Findings, place: Place): Zonings {
  if (zonings === null || zonings.state === 'not-obtained') return zonings;
  const plans = new Set(concerningPlans(findings).map(({ gasparId }) => gasparId));
  const own = zonings.value.filter(({ gasparId }) => plans.has(gasparId));
  const groups = Map.groupBy(own, ({ gasparId, code, name, ruleLabel }) =>
    JSON.stringify([gasparId, code, name, ruleLabel]),
  );
  const value = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, outline: united([first, ...others], place) }],
  );
  return { ...zonings, value };
}

/** Pieces are rounded apart by less; thinner than a line of the map. */
const GAP_METRES = 0.5;

/** Drawings that cannot be united are drawn as they are: a map never stops a statement. */
function united(zones: PublishedZone[], place: Place): MultiPolygon {
  const { plane } = propertyAt(place);
  const outlines = zones.map(({ outline }) => outline);
  try {
    const coordinates = polygonsOf(grown(plane.shape(outlines), GAP_METRES)).map((rings) =>
      rings.map((ring) => ring.map((position) => plane.unproject(position))),
    );
    return { type: 'MultiPolygon', coordinates };
  } catch (error) {
    if (!isUnreadableDrawing(error)) throw error;
    return joined(outlines);
  }
}

/** Every part once: two answers may have the same one. */
function joined(outlines: (Polygon | MultiPolygon)[]): MultiPolygon {
  const parts = outlines.flatMap((outline): Position[][][] =>
    outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates,
  );
  const distinct = parts.length < 2 ? parts : [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  return { type: 'MultiPolygon', coordinates: distinct };
}

/** A map whose scale shows a limit of its zones. */
const mapOf = (heading: MappedHeading['heading'], subject: string | null, zones: MappedZone[]): MappedHeading => ({
  heading,
  subject,
  zones,
  focus: zones.map(({ outline }) => outline),
  hasNeighbours: true,
  zoning: null,
});

/** One map per plan in force whose zones are published. */
function zonedPlans(findings: Findings, zonings: Zonings): MappedHeading[] {
  if (zonings === null || zonings.state === 'not-obtained') return [];
  return concerningPlans(findings).flatMap((plan): MappedHeading[] => {
    const own = zonings.value.filter(({ gasparId }) => gasparId === plan.gasparId);
    if (plan.status === 'prescribed' || own.length === 0) return [];
    const zones = own.map((zone) => ruledZone(zone, plan));
    // Zones of a plan are known around the situation only.
    return [{ ...mapOf(plan.family, plan.name, zones), focus: [], zoning: zonings.provenance }];
  });
}

const ruledZone = ({ code, name, rule, ruleLabel, outline }: PublishedZone, plan: Ppr): MappedZone => ({
  label: [`Zone ${code}`, name === code ? null : name, ruleLabel].filter(Boolean).join(', '),
  mark: code.length <= MARK_LENGTH ? code : null,
  style: ruleStyle(rule),
  isOwn: plan.zones.some((zone) => zone.code === code),
  outline,
});

/** One map per plan; one more for the perimeters that the source links to no plan of the statement. */
function perimeterMaps(family: PprFamily, perimeters: Perimeters): MappedHeading[] {
  const published = perimeters === null || perimeters.state === 'not-obtained' ? [] : perimeters.value;
  const byPlan = Map.groupBy(
    published.filter((perimeter) => perimeter.family === family),
    ({ plan }) => plan,
  );
  return [...byPlan].map(([plan, own]) => mapOf(family, plan?.name ?? null, own.map(perimeterZone)));
}

const perimeterZone = (perimeter: PlacedPerimeter): MappedZone => ({
  label: `Périmètre publié : ${perimeter.plan?.name ?? servitudeLabel(perimeter)}`,
  mark: null,
  style: 'perimetre',
  isOwn: isTouched(perimeter.overlap),
  outline: perimeter.outline,
});

const isTouched = (overlap: Overlap | null | undefined): boolean =>
  overlap !== null && overlap !== undefined && (overlap.touchesParcel || overlap.containsPoint);

/** One map for all its zones, or one for each aerodrome. */
function drawnMaps<H extends DrawnHeading>(heading: H, findings: { [K in H]: FindingOf<K> }): MappedHeading[] {
  const { details }: FindingOf<H> = findings[heading];
  const { placed, mapOf: separate, onMap } = DRAWINGS[heading];
  const zones = details === null ? [] : placed(details);
  const groups = Map.groupBy(zones, (zone) => separate?.(zone).key ?? '');
  return [...groups.values()].map((own) =>
    mapOf(
      heading,
      (own[0] && separate?.(own[0]).subject) ?? null,
      own.flatMap((zone) => mapped(zone, onMap(zone), isTouched(zone.overlap))),
    ),
  );
}
