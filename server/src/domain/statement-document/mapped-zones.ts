import type { MultiPolygon, Polygon, Position } from 'geojson';
import { grown, isUnreadableDrawing, polygonsOf } from '#domain/geometry/shapes.ts';
import { withUsualName } from '#domain/risks/aerodrome-names.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, NoiseZone, Ppr, PprRule, RetreatZone } from '#domain/risks/facts.ts';
import { type Overlap, propertyAt } from '#domain/geometry/overlap.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import type { MappedHeading, MappedZone } from '#domain/printing/map-frames.ts';
import { servitudeLabel, type Perimeters } from './perimeters.ts';
import { retreatName } from './plain.ts';
import { noiseStyle, retreatMark, retreatStyle, ruleStyle } from '#domain/printing/zone-styles.ts';

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
export type ZonesAround = { bruit: NoiseZone[] | null; 'trait-de-cote': RetreatZone[] | null };

/** The zones to draw, map by map: those that touch the property, then those that pass near it. */
export function mappedHeadings(findings: Findings, perimeters: Perimeters, zonings: Zonings = null): MappedHeading[] {
  const zoned = zonedPlans(findings, zonings);
  const drawnPlans = new Set(zoned.map(({ subject }) => subject));
  const headings: MappedHeading[] = [
    ...zoned,
    ...(['pprn', 'pprm', 'pprt'] as const)
      .flatMap((family) => perimeterMaps(family, perimeters))
      .filter(({ subject }) => subject === null || !drawnPlans.has(subject)),
    soils(findings),
    coast(findings),
    ...noise(findings),
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

function neighboursOf(
  { heading, subject }: MappedHeading,
  { bruit, 'trait-de-cote': coasts }: ZonesAround,
): MappedZone[] | null {
  if (heading === 'bruit') {
    const zones = bruit?.map(withUsualName).filter(({ aerodromeName }) => aerodromeName === subject);
    return zones?.map(noiseZone) ?? null;
  }
  if (heading === 'trait-de-cote') return coasts && decidedFirst(coasts).map(retreatZone);
  return [];
}

/** A carte de préfiguration applies until the document d'urbanisme has zones. */
function decidedFirst(zones: RetreatZone[]): RetreatZone[] {
  const decided = zones.filter(({ provisional }) => !provisional);
  return decided.length > 0 ? decided : zones;
}

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

function soils({ sis }: Findings): MappedHeading {
  const sites = sis.details === null ? [] : [...sis.details.sites, ...sis.details.nearby];
  const zones = sites.flatMap(({ name, outline, overlap }): MappedZone[] =>
    outline === null ? [] : [{ label: name, mark: null, style: 'sis', isOwn: isTouched(overlap), outline }],
  );
  return mapOf('sis', null, zones);
}

function coast({ 'trait-de-cote': { details } }: Findings): MappedHeading {
  const zones = details === null ? [] : [...details.zones, ...details.nearby];
  return mapOf('trait-de-cote', null, zones.map(retreatZone));
}

const retreatZone = (zone: RetreatZone & { overlap?: Overlap }): MappedZone => ({
  label: retreatName(zone.label),
  mark: retreatMark(zone),
  style: retreatStyle(zone),
  isOwn: isTouched(zone.overlap),
  outline: zone.outline,
});

/** One map per aerodrome: each has its own plan. */
function noise({ bruit }: Findings): MappedHeading[] {
  const zones = bruit.details === null ? [] : [...bruit.details.zones, ...bruit.details.nearby];
  return [...Map.groupBy(zones, ({ aerodrome }) => aerodrome).values()].map((own) =>
    mapOf('bruit', own[0]?.aerodromeName ?? null, own.map(noiseZone)),
  );
}

const noiseZone = (zone: NoiseZone & { overlap?: Overlap }): MappedZone => ({
  label: `Zone ${zone.zone}, ${zone.aerodromeName}`,
  mark: zone.zone,
  style: noiseStyle(zone),
  isOwn: isTouched(zone.overlap),
  outline: zone.outline,
});
