import { DATASETS, type DatasetName } from '#domain/datasets/datasets.ts';
import type { Manifest } from './manifest.ts';
import { openRelease, type OpenRelease } from './release-reader.ts';
import type { ReleaseStore } from './release-store.ts';

/** The active release of each dataset, as this process has it open. */
export type ActiveReleases = {
  of(dataset: DatasetName): OpenRelease | null;
  /** Opens what is active at the call, also during another one; a release that cannot be opened leaves the former one, and `onError` says why. */
  refresh(): Promise<void>;
  /** Resolves once nothing is read or copied any more; a copy under way is given up. */
  close(): Promise<void>;
};

type Options = {
  store: ReleaseStore;
  /** Releases made for tests are refused where payments are real (`docs/product-spec.md`). */
  origins: readonly Manifest['origin'][];
  onError: (dataset: DatasetName | null, error: unknown) => void;
};

/** Facts are read synchronously; a statement keeps what it read. A former release is closed after a long read. */
const CLOSED_AFTER_MS = 60_000;
const EVERY_MS = 2_000;

export function createActiveReleases({ store, origins, onError }: Options): ActiveReleases {
  const open = new Map<DatasetName, OpenRelease>();
  const closing = new AbortController();
  /** A copy that is given up is no failure. */
  const failed = (dataset: DatasetName | null, error: unknown): void => {
    if (!closing.signal.aborted) onError(dataset, error);
  };
  const swap = async (dataset: DatasetName, release: string | undefined): Promise<void> => {
    const former = open.get(dataset);
    if (former?.manifest.id === release) return;
    if (release === undefined) open.delete(dataset);
    else {
      const folder = await store.copy(dataset, release, closing.signal);
      closing.signal.throwIfAborted();
      open.set(dataset, openAccepted(folder, origins));
    }
    if (former !== undefined) setTimeout(() => former.close(), CLOSED_AFTER_MS).unref();
  };
  const openAll = async (): Promise<void> => {
    const pointers = await store.pointers();
    for (const dataset of DATASETS) {
      if (closing.signal.aborted) return;
      await swap(dataset, pointers[dataset]?.release).catch((error: unknown) => failed(dataset, error));
    }
  };
  const refresh = oneAtATime(openAll);
  const timer = setInterval(() => void refresh().catch((error: unknown) => failed(null, error)), EVERY_MS).unref();
  return {
    of: (dataset) => open.get(dataset) ?? null,
    refresh,
    async close() {
      clearInterval(timer);
      closing.abort();
      await refresh().catch(() => undefined);
      for (const release of open.values()) release.close();
      open.clear();
    },
  };
}

/** A call during a run waits for one more run, shared by all such calls: a copy may take longer than the interval. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next !== null || running === null) return next ?? run();
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}

/** Opens the local copy of a release. @throws when its origin is refused here */
export function openAccepted(folder: string, origins: Options['origins']): OpenRelease {
  const release = openRelease(folder);
  const { id, origin } = release.manifest;
  if (origins.includes(origin)) return release;
  release.close();
  throw new Error(`release ${id} refused here: its origin is ${origin}, only ${origins.join(', ')} is accepted`);
}
