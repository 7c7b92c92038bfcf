import type { Deps } from '#deps.ts';
import { DATASETS, type DatasetName } from '#domain/datasets/datasets.ts';
import { checkAfterActivation } from '#features/checks/checks.ts';
import { transact } from '#platform/db/db.ts';
import { changedStatements, type Comparison, type StatementChange } from './change-watch.ts';
import { deleteChanges, findWatch, insertChanges, saveWatch, type Watch } from './change-watch.queries.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';

type Under = { dataset: DatasetName; watch: Watch; next: NonNullable<Watch['next']> };
type Active = { dataset: DatasetName; release: string; activatedAt: Date };

/**
 * Compares statements in validity with each release that became active since the last one compared. Saves its position
 * after each batch: a killed worker loses one. A dataset that fails does not stop the others; throws at the end.
 */
export async function watchActivations(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.datasets === null) return;
  const activations = await deps.datasets.activations();
  const failures: unknown[] = [];
  for (const dataset of DATASETS) {
    const active = activations[dataset];
    if (active === undefined) continue;
    const { release, at } = active;
    const watched = watchDataset(deps, { dataset, release, activatedAt: new Date(at) }, signal);
    await watched.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'releases not compared with statements');
}

async function watchDataset(deps: Deps, { dataset, ...active }: Active, signal: AbortSignal): Promise<void> {
  const watch = await findWatch(deps.db, dataset);
  // The first release of a dataset has no former one.
  if (watch === undefined) return saveWatch(deps.db, dataset, { ...active, next: null });
  if (watch.next === null && watch.release === active.release) return;
  const next = watch.next ?? { ...active, afterStatement: 0 };
  await saveWatch(deps.db, dataset, { ...watch, next });
  const isEnded = await compareStatements(deps, { dataset, watch, next }, signal);
  if (isEnded) await saveWatch(deps.db, dataset, { ...next, next: null });
}

/** False when it was interrupted. */
async function compareStatements(deps: Deps, under: Under, signal: AbortSignal): Promise<boolean> {
  const releases = { dataset: under.dataset, former: under.watch.release, next: under.next.release };
  const comparison = await deps.datasets?.compare(releases);
  if (comparison === null || comparison === undefined) {
    deps.log.error(releases, 'releases not compared with statements: one was removed, or has another format');
    return true;
  }
  try {
    for await (const { last, changes } of changedStatements(deps, comparison, under.next.afterStatement)) {
      if (signal.aborted) return false;
      await saveBatch(deps, { ...under, comparison }, { last, changes });
    }
    return true;
  } finally {
    comparison.close();
  }
}

async function saveBatch(
  deps: Deps,
  { dataset, watch, next, comparison }: Under & { comparison: Comparison },
  { last, changes }: { last: number; changes: StatementChange[] },
): Promise<void> {
  // A statement that was issued from the new release never said anything else.
  const concerned = changes.filter((one) => one.documentAgrees !== true || one.issuedAt < next.activatedAt);
  const rows = concerned.map(({ statementId, edition, sentences, documentAgrees }) => ({
    statement_id: statementId,
    edition,
    dataset,
    activated_at: next.activatedAt,
    former_release: comparison.former,
    release: comparison.next,
    sentences,
    document_agrees: documentAgrees,
    found_at: deps.clock(),
  }));
  const { release, activatedAt: at } = next;
  const statements = concerned.filter((one) => one.documentAgrees !== true).map(({ statementId }) => statementId);
  await transact(deps, async (deps) => {
    await insertChanges(deps.db, rows);
    await checkAfterActivation(deps, { dataset, release, at, statements });
    await saveWatch(deps.db, dataset, { ...watch, next: { ...next, afterStatement: last } });
  });
}

const YEAR_MS = 365 * 86_400_000;

/** Twice the validity of a statement. */
export function forgetOldChanges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteChanges(db, new Date(clock().getTime() - YEAR_MS));
}

export const changeWatchJobs: Job<Deps>[] = [
  // An activation may be done from any machine. The heartbeat detects a dead worker.
  recurringJob({ name: 'datasets.watch', cron: '* * * * *', expireInSeconds: 3 * 3_600 }, watchActivations),
];
