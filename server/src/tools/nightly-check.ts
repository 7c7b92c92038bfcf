import { renameSync, writeFileSync } from 'node:fs';

/** What `deploy/observability/alerts.yml` reads of a check that is not run by Kubernetes, of which kube-state-metrics tells the same. */
export const CHECK_METRICS = { result: 'clairisque_check_result', ended: 'clairisque_check_ended_seconds' } as const;

/**
 * Writes how a nightly check ended, and when, for the textfile collector of node-exporter: a `.prom` file of its folder, replaced
 * whole. A check that throws writes nothing, and rings as one that did not run.
 */
export function writeOutcome(file: string, check: 'live' | 'names', code: number): void {
  const lines = [
    `# HELP ${CHECK_METRICS.result} Exit code of the nightly check: 0 well, 1 something moved, 2 nothing was checked.`,
    `# TYPE ${CHECK_METRICS.result} gauge`,
    `${CHECK_METRICS.result}{check="${check}"} ${code}`,
    `# HELP ${CHECK_METRICS.ended} When the nightly check last ended.`,
    `# TYPE ${CHECK_METRICS.ended} gauge`,
    `${CHECK_METRICS.ended}{check="${check}"} ${Math.floor(Date.now() / 1_000)}`,
  ];
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`);
  renameSync(`${file}.new`, file);
}
