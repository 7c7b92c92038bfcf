import { GasparId } from '#adapters/georisques/ppr.ts';
import type { Held } from '#domain/datasets/commune-codes.ts';
import type { Place, Ppr, PprFamily } from '#domain/risks/facts.ts';
import { isInside } from '#domain/risks/overlap.ts';
import type { GasparPlanRow } from '../importers/gaspar-plans.ts';
import type { PprZoneRow } from '../importers/ppr-zones.ts';
import type { Release } from '../release-reader.ts';
import { editionLabel, localList, recentRelease, type LocalDeps, type LocalFact } from './local-fact.ts';

/**
 * Plans of a family: their list and states from GASPAR, their zones from the published zonings. A plan in force without
 * zones in the release is not digitised there: the live service is then asked for the whole family, as it may have them.
 */
export const pprFact =
  (family: PprFamily) =>
  (deps: LocalDeps, place: Place): LocalFact<Ppr[]> => {
    const zonings = recentRelease(deps, 'ppr-zones');
    const read = ({ rows }: Held<GasparPlanRow>): Ppr[] | null => {
      const plans = distinct(rows).map((row) => planOf(row, { family, place, zonings }));
      return plans.every((plan) => plan !== null) ? plans : null;
    };
    const fact = localList<GasparPlanRow, Ppr[]>(deps, { dataset: `gaspar-${family}`, place, read });
    const isZoned = fact?.value.some(({ zoned }) => zoned !== null) === true;
    return fact !== null && isZoned && zonings !== null ? withZonings(fact, zonings) : fact;
  };

type Listed = GasparPlanRow & { status: Ppr['status'] };

/** A plan of several communes of the property once, without those that have ended. */
function distinct(rows: GasparPlanRow[]): Listed[] {
  const listed = rows.filter((row): row is Listed => row.status !== 'ended');
  return [...Map.groupBy(listed, ({ gasparId }) => gasparId).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const hazards = [...new Set([first, ...others].flatMap((row) => row.hazards))];
    const strongest =
      ORDER.flatMap((status) => [first, ...others].find((row) => row.status === status) ?? [])[0] ?? first;
    return [{ ...strongest, hazards }];
  });
}

const ORDER = ['approved', 'anticipated', 'prescribed', 'unknown'] as const;

type Around = { family: PprFamily; place: Place; zonings: Release | null };

/** Null when the release cannot place the property by the plan. A prescribed plan has no zone yet. */
function planOf(row: Listed, { family, place, zonings }: Around): Ppr | null {
  const { gasparId, ...plan } = row;
  const zones = zonings === null ? null : zonesAt(zonings, place, gasparId);
  if (zones === null && plan.status !== 'prescribed') return null;
  return {
    ...plan,
    family,
    gasparId: GasparId.parse(gasparId),
    zoned: zones === null ? null : zones.length > 0,
    zones: (zones ?? []).map(({ code, name, rule, ruleLabel }) => ({ code, name, rule, ruleLabel })),
    partial: false,
  };
}

/** The plan's zones that meet the property; null when the plan, or one of its zones, is not drawn. */
function zonesAt(zonings: Release, place: Place, gasparId: string): PprZoneRow[] | null {
  const all = zonings.rowsOf(gasparId) as PprZoneRow[];
  if (all.length === 0) return null;
  const met = zonings
    .zonesAround(place, 0)
    .filter(({ overlap }) => isInside(overlap))
    .map(({ row }) => zonings.row(row) as PprZoneRow)
    .filter((zone) => zone.gasparId === gasparId);
  if (met.length === 0 && all.some(({ isDrawn }) => isDrawn === false)) return null;
  return [...new Map(met.map((zone) => [JSON.stringify(zone), zone])).values()];
}

/** Where the property lies by a plan rests on the zonings' edition too. */
function withZonings(fact: NonNullable<LocalFact<Ppr[]>>, zonings: Release): LocalFact<Ppr[]> {
  const label = `${fact.provenance.label} ; ${editionLabel(zonings)}`;
  return { ...fact, provenance: { ...fact.provenance, label } };
}
