import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createActiveReleases, type ActiveReleases } from '#adapters/datasets/active-releases.ts';
import { createReleaseComparer, type ReleaseComparer } from '#adapters/datasets/release-comparison.ts';
import { datasetsInUse, type DatasetInUse } from '#adapters/datasets/datasets-in-use.ts';
import { pprZonesAround, type DrawnPprZone } from '#adapters/datasets/facts/ppr.ts';
import { createLocalSources, localFacts, type Comparison, type RiskSources } from '#adapters/datasets/local-sources.ts';
import { createReleaseStore } from '#adapters/datasets/release-store.ts';
import type { Config } from '#config/config.ts';
import { agreementOf } from '#domain/risks/agreement.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, Facts } from '#domain/risks/facts.ts';
import type { Clock } from '#platform/clock.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { comparisonsOf, type Telemetry } from './telemetry.ts';

/** Most answers come within a second; without releases a statement waits longer for a slow one. */
const CHECKED_WITHIN_MS = 3_000;

type Deps = {
  files: FileStore;
  clock: Clock;
  telemetry: Pick<Telemetry, 'metrics' | 'health'>;
  log: FastifyBaseLogger;
  coastalList: Config['given']['coastalList'];
};

export type { DrawnPprZone };

/** The active releases, and the comparison of two of them. */
type Releases = ActiveReleases & ReleaseComparer;

/** Releases of national datasets as this process serves them. */
export type Datasets = Releases & {
  /** What they say about a place, without asking any supplier. */
  factsAt(place: Place): Partial<Facts>;
  /** Published zones of plans within that distance; null without a recent release of them. */
  pprZonesAround(place: Place, metres: number): Fact<DrawnPprZone[]> | null;
  /** The datasets in use, for `/statut`. */
  inUse(): DatasetInUse[];
};

/** Facts from releases first, as `CLAIRISQUE_SOURCES` says, compared with the live services in `hybrid`. */
export function withDatasets<S extends RiskSources>(
  live: S,
  settings: Config['datasets'],
  deps: Deps,
): S & { datasets: Datasets | null } {
  if (settings.use === 'none') return { ...live, datasets: null };
  const releases = openReleases(settings, deps);
  const onCompared = (comparison: Comparison): void => report(deps, comparison);
  const crossCheck = settings.use === 'checked' ? { withinMs: CHECKED_WITHIN_MS, onCompared } : null;
  const local = { releases, clock: deps.clock };
  const sources = createLocalSources(live, { ...local, crossCheck, coastalList: deps.coastalList });
  const datasets = {
    ...releases,
    factsAt: (place: Place) => localFacts(local, place),
    pprZonesAround: (place: Place, metres: number) => pprZonesAround(local, place, metres),
    inUse: () => datasetsInUse(local),
  };
  return { ...live, ...sources, datasets };
}

function openReleases({ folder, origins }: Config['datasets'], { files, clock, log }: Deps): Releases {
  const store = createReleaseStore({ files, localFolder: folder, now: clock, uniqueName: randomUUID });
  const onError = (dataset: string | null, err: unknown): void =>
    log.error({ err, dataset }, 'release of a dataset not opened: the former one stays in use');
  const releases = createActiveReleases({ store, origins, onError });
  return { ...releases, ...createReleaseComparer({ store, releases, origins }) };
}

/** Counts each comparison, by fact and for `/statut` by edition, and logs a difference with its commune, never the property. */
function report({ telemetry, log }: Deps, comparison: Comparison): void {
  const { name, place, local } = comparison;
  const result = agreementOf(comparison);
  telemetry.metrics.datasetComparisons.inc({ fact: name, result });
  const { edition, source } = local.provenance;
  if (result !== 'unanswered') telemetry.health.record(comparisonsOf(source), result === 'agree', 0);
  if (result !== 'differ') return;
  log.warn({ fact: name, communes: place.inseeCodes, edition }, 'a release and the live service differ');
}
