import { GasparId } from '#adapters/georisques/ppr.ts';
import type { Held } from '#domain/datasets/commune-codes.ts';
import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, Ppr } from '#domain/risks/facts.ts';
import { isInside } from '#domain/geometry/overlap.ts';
import type { GasparPlanRow } from '../importers/gaspar-plans.ts';
import type { PprZoneRow } from '../importers/ppr-zones.ts';
import type { Release } from '../release-reader.ts';
import { localList, provenanceOf, recentRelease, type LocalDeps, type LocalFact } from './local-fact.ts';

/**
 * Plans of a family: their list and states from GASPAR, their zones from the published zonings. A plan in force without
 * zones in the release is not digitised there: the live service is then asked for the whole family, as it may have
 * them; `pprListed` keeps what it lacks.
 */
export const pprFact =
  (family: PprFamily) =>
  (deps: LocalDeps, place: Place): LocalFact<Ppr[]> => {
    const fact = plansFact(deps, place, family);
    return fact?.value.every(isPlaced) === true ? fact : null;
  };

/** Adds such plans: one may concern the property, « à vérifier », whether the live service has it or not. */
export const pprListed =
  (family: PprFamily) =>
  (deps: LocalDeps, place: Place): LocalFact<Ppr[]> =>
    plansFact(deps, place, family);

function plansFact(deps: LocalDeps, place: Place, family: PprFamily): LocalFact<Ppr[]> {
  const zonings = recentRelease(deps, 'ppr-zones');
  const read = ({ rows }: Held<GasparPlanRow>): Ppr[] => {
    const listed = distinct(rows);
    const zones = zonings !== null && listed.length > 0 ? zonesMet(zonings, place) : [];
    return listed.map((row) => planOf(row, family, zonings && zonesOf(row, zonings, zones)));
  };
  const fact = localList<GasparPlanRow, Ppr[]>(deps, { dataset: `gaspar-${family}`, place, read });
  const isZoned = fact?.value.some(({ zoned }) => zoned !== null) === true;
  return fact !== null && isZoned && zonings !== null ? withZonings(fact, zonings) : fact;
}

/** A prescribed plan has no zone yet. */
const isPlaced = ({ status, zoned }: Ppr): boolean => status === 'prescribed' || zoned !== null;

type Listed = GasparPlanRow & { status: Ppr['status'] };

/** A plan of several communes of the property once, without those that have ended. */
function distinct(rows: GasparPlanRow[]): Listed[] {
  const listed = rows.filter((row): row is Listed => row.status !== 'ended');
  if (listed.length < 2) return listed.map((row) => ({ ...row, hazards: [...new Set(row.hazards)] }));
  return [...Map.groupBy(listed, ({ gasparId }) => gasparId).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const hazards = [...new Set([first, ...others].flatMap((row) => row.hazards))];
    const strongest =
      ORDER.flatMap((status) => [first, ...others].find((row) => row.status === status) ?? [])[0] ?? first;
    return [{ ...strongest, hazards }];
  });
}

const ORDER = ['approved', 'anticipated', 'prescribed', 'unknown'] as const;

type Met = { zones: PprZoneRow[]; isWhole: boolean };

/** `met` is null when the release cannot place the property by the plan. */
function planOf({ gasparId, ...plan }: Listed, family: PprFamily, met: Met | null): Ppr {
  const zones = met?.zones ?? null;
  return {
    ...plan,
    family,
    gasparId: GasparId.parse(gasparId),
    zoned: zones === null ? null : zones.length > 0,
    zones: (zones ?? []).map(({ code, name, rule, ruleLabel, works }) => ({ code, name, rule, ruleLabel, works })),
    partial: met !== null && !met.isWhole,
    ...(zones === null && plan.status !== 'prescribed' && { isUndrawn: true as const }),
  };
}

/** Zones of every plan that meet the property. */
function zonesMet(zonings: Release, place: Place): PprZoneRow[] {
  return zonings
    .zonesAround(place, 0)
    .filter(({ overlap }) => isInside(overlap))
    .map(({ row }) => zonings.row(row) as PprZoneRow);
}

/** Zones published before their plan was approved, or applied by anticipation, are those of a draft. */
const isBefore = ({ manifest }: Release, { status, statusDate }: Pick<Listed, 'status' | 'statusDate'>): boolean =>
  status !== 'prescribed' && statusDate !== null && statusDate > manifest.publishedOn;

/**
 * Gives the zones of the plan that are met: not all of them, when the plan has zones that are not drawn. Null when none is
 * met and one is not drawn, or when the plan is not drawn at all.
 */
function zonesOf({ gasparId, ...plan }: Listed, zonings: Release, met: PprZoneRow[]): Met | null {
  if (isBefore(zonings, plan) || zonings.countOf(gasparId) === 0) return null;
  const undrawn = zonings.unplacedRowsOf(gasparId) as PprZoneRow[];
  const isWhole = undrawn.every(({ isDrawn }) => isDrawn !== false);
  const own = met.filter((zone) => zone.gasparId === gasparId);
  const zones = own.length < 2 ? own : [...new Map(own.map((zone) => [JSON.stringify(zone), zone])).values()];
  return zones.length > 0 || isWhole ? { zones, isWhole } : null;
}

/** Where the property lies by a plan rests on the zonings' edition too. */
function withZonings(fact: NonNullable<LocalFact<Ppr[]>>, zonings: Release): LocalFact<Ppr[]> {
  const label = `${fact.provenance.label} ; ${provenanceOf(zonings).label}`;
  return { ...fact, provenance: { ...fact.provenance, label } };
}

/** A zone of a plan as published, for a map. */
export type DrawnPprZone = Pick<PprZoneRow, 'gasparId' | 'code' | 'name' | 'rule' | 'ruleLabel'> & {
  outline: MultiPolygon;
};

/** Published zones within that distance of a place; null without a recent release. */
export function pprZonesAround(deps: LocalDeps, place: Place, metres: number): Fact<DrawnPprZone[]> | null {
  const release = recentRelease(deps, 'ppr-zones');
  if (release === null) return null;
  const value = release.zonesAround(place, metres).map(({ row }): DrawnPprZone => {
    const { gasparId, code, name, rule, ruleLabel } = release.row(row) as PprZoneRow;
    const coordinates = release.outlineAround(row, place, metres) as MultiPolygon['coordinates'];
    return { gasparId, code, name, rule, ruleLabel, outline: { type: 'MultiPolygon', coordinates } };
  });
  return { state: 'obtained', value, provenance: provenanceOf(release) };
}
