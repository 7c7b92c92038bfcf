import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { PlanZones } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { AppError } from '#platform/app-error.ts';
import { drawnAround } from './zones.rules.ts';

type Point = { longitude: number; latitude: number };

/** Neighbours within some 500 m get one answer. */
const STEP_DEGREES = 0.005;
/** About a kilometre beyond that. */
const REACH_DEGREES = 0.0125;
const REACH_METRES = 1_400;

/**
 * Published zones of plans around a point: from releases when they have some there, else from the live service through
 * the preview's bulkhead. Throws `invalid_input` outside France.
 */
export async function planZonesAround(deps: Deps, at: Point): Promise<PlanZones> {
  const refusal = checkCoordinates(at);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  const point = { longitude: onGrid(at.longitude), latitude: onGrid(at.latitude) };
  const { zones, obtainedAt } = fromReleases(deps, point) ?? (await fromService(deps, point));
  const drawn = (zones ?? []).map(({ label, outline }) => ({
    rubrique: 'ppr' as const,
    libelle: typeset(label),
    outline,
  }));
  return {
    etat: zones === null ? 'non_obtenu' : zones.length > 0 ? 'publie' : 'rien_de_publie',
    zones: drawnAround(point, drawn),
    obtenu_le: new Date(obtainedAt).toISOString(),
  };
}

const onGrid = (degrees: number): number => Number((Math.round(degrees / STEP_DEGREES) * STEP_DEGREES).toFixed(3));

/** `zones` is null without an answer. */
type Found = { zones: { label: string; outline: MultiPolygon }[] | null; obtainedAt: string };

/** Null when they have no zone there: such a plan may not be digitised. */
function fromReleases({ datasets }: Deps, point: Point): Found | null {
  const place = { ...point, inseeCodes: [], communeName: '', parcels: [] };
  const fact = datasets?.pprZonesAround(place, REACH_METRES) ?? null;
  if (fact === null || fact.state === 'not-obtained' || fact.value.length === 0) return null;
  const zones = fact.value.map(({ gasparId, code, name, ruleLabel, outline }) => ({
    label: [`Plan ${gasparId}, zone ${code}`, name, ruleLabel].filter(Boolean).join(', '),
    outline,
  }));
  return { zones, obtainedAt: fact.provenance.obtainedAt };
}

async function fromService(deps: Deps, { longitude, latitude }: Point): Promise<Found> {
  const width = REACH_DEGREES / Math.cos((latitude * Math.PI) / 180);
  const edges = [longitude - width, latitude - REACH_DEGREES, longitude + width, latitude + REACH_DEGREES] as const;
  const [west, south, east, north] = edges.map((edge) => Number(edge.toFixed(4))) as [number, number, number, number];
  const fact = await deps.previewBulkhead.execute(() => deps.urbanism.perimetersIn([west, south, east, north]));
  const { obtainedAt } = fact.provenance;
  if (fact.state === 'not-obtained') return { zones: null, obtainedAt };
  const zones = fact.value.map(({ servitude, name, outline }) => ({
    label: name === null ? `Servitude ${servitude}, sans nom` : `« ${name} », périmètre publié`,
    outline,
  }));
  return { zones, obtainedAt };
}
