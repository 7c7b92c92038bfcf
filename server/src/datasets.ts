import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createActiveReleases, type ActiveReleases } from '#adapters/datasets/active-releases.ts';
import { createLocalSources, type Comparison, type RiskSources } from '#adapters/datasets/local-sources.ts';
import { createReleaseStore } from '#adapters/datasets/release-store.ts';
import type { Config } from '#config.ts';
import { agreementOf } from '#domain/datasets/agreement.ts';
import type { Clock } from '#platform/clock.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Telemetry } from './telemetry.ts';

type Deps = { files: FileStore; clock: Clock; telemetry: Pick<Telemetry, 'metrics'>; log: FastifyBaseLogger };

/**
 * Facts from releases first, as `CLAIRISQUE_SOURCES` says, compared with the live services in `hybrid`. `datasets` is
 * null when facts do not come from them.
 */
export function withDatasets<S extends RiskSources>(
  live: S,
  settings: Config['datasets'],
  deps: Deps,
): S & { datasets: ActiveReleases | null } {
  if (settings.use === 'none') return { ...live, datasets: null };
  const releases = openReleases(settings, deps);
  const onCompared = settings.use === 'checked' ? (comparison: Comparison) => report(deps, comparison) : null;
  const sources = createLocalSources(live, { releases, clock: deps.clock, onCompared });
  return { ...live, ...sources, datasets: releases };
}

function openReleases({ folder, origins }: Config['datasets'], { files, clock, log }: Deps): ActiveReleases {
  const store = createReleaseStore({ files, localFolder: folder, now: clock, uniqueName: randomUUID });
  const onError = (dataset: string | null, err: unknown): void =>
    log.error({ err, dataset }, 'release of a dataset not opened: the former one stays in use');
  return createActiveReleases({ store, origins, onError });
}

/** Counts each comparison, and logs a difference with its commune, never the property. */
function report({ telemetry, log }: Deps, { name, place, local, live }: Comparison): void {
  const result = agreementOf(name, local, live);
  telemetry.metrics.datasetComparisons.inc({ fact: name, result });
  if (result !== 'differ') return;
  const { edition } = local.provenance;
  log.warn({ fact: name, communes: place.inseeCodes, edition }, 'a release and the live service differ');
}
