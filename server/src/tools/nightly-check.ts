import { renameSync, writeFileSync } from 'node:fs';

/**
 * Metrics for `deploy/observability/alerts.yml`, for a check that runs outside Kubernetes, where kube-state-metrics has
 * the equivalent.
 */
export const CHECK_METRICS = { result: 'clairisque_check_result', ended: 'clairisque_check_ended_seconds' } as const;

/**
 * Writes the outcome and time of a nightly check for node-exporter's textfile collector: a `.prom` file, replaced
 * atomically. A check that throws writes nothing, and alerts as one that did not run.
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
