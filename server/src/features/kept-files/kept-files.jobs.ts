import type { Deps } from '#deps.ts';
import { RESTORE_FILE } from '#platform/files/damaged-files.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { restoreAgain, restoreFile } from './restore.service.ts';
import { scrub } from './kept-files.ts';

export const keptFileJobs: Job<Deps>[] = [
  job(REMOVE_FILES, async ({ files, clock }: Deps, { keys, folders, erasure }) => {
    for (const key of keys) await files.remove(key);
    for (const folder of folders) await files.removeFolder(folder);
    if (erasure !== null) await files.put(erasure, Buffer.from(clock().toISOString()));
  }),
  job(RESTORE_FILE, (deps: Deps, { key }) => restoreFile(deps, key)),
  recurringJob({ name: 'files.restore-again', cron: '25 * * * *', expireInSeconds: 60 }, restoreAgain),
  recurringJob(
    // Expires after its own time limit: the heartbeat detects a dead worker.
    {
      name: 'files.scrub',
      cron: '10 1 * * *',
      hasDeadLetter: true,
      retryLimit: 3,
      retryDelayMax: 600,
      expireInSeconds: 3 * 3_600,
    },
    scrub,
  ),
];
