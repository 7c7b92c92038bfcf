import type { Deps } from '#deps.ts';
import { reportDamage } from '#platform/files/damaged-files.ts';
import { nextFiles, readScrub, saveScrub, START, type NamedFile } from './kept-files.queries.ts';

export { keptFiles } from './kept-files.queries.ts';
export { restoreAgain, restoreFile } from './restore.service.ts';

/** Per night; the next night goes on from there. */
const SCRUB_BOUNDS = { ms: 2 * 3_600_000, page: 100 };
/** Files read at once: few, since users download at night too. */
const AT_ONCE = 4;

/**
 * Reads the files that rows name and reports those that are damaged. Saves its position after each page: a killed
 * worker loses one page of work. Throws when the store does not respond.
 */
export async function scrub(deps: Deps, signal: AbortSignal, bounds = SCRUB_BOUNDS): Promise<void> {
  const until = performance.now() + bounds.ms;
  const former = await readScrub(deps.db);
  let at = former.at;
  if (former.ended) {
    at = START;
    await saveScrub(deps.db, { ...at, last_run_at: deps.clock(), pass_began_at: deps.clock(), pass_ended_at: null });
  }
  while (performance.now() < until && !signal.aborted) {
    const { files, next } = await nextFiles(deps.db, at, bounds.page);
    for (let from = 0; from < files.length; from += AT_ONCE) {
      await Promise.all(files.slice(from, from + AT_ONCE).map((file) => verify(deps, file)));
    }
    const now = deps.clock();
    if (next === null) return saveScrub(deps.db, { ...at, last_run_at: now, pass_ended_at: now });
    at = next;
    await saveScrub(deps.db, { ...at, last_run_at: now });
  }
}

async function verify(deps: Deps, file: NamedFile): Promise<void> {
  const damage = await deps.files.damageOf(file);
  deps.telemetry.metrics.filesScrubbed.inc({ result: damage === null ? 'sound' : 'damaged' });
  if (damage !== null) await reportDamage(deps, damage);
}
