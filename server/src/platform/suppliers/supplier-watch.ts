import type { HttpAnswer, SupplierWatch } from './http-client.ts';
import { secondsSince, timed, type Metrics } from '#platform/observability/metrics.ts';
import type { SourceHealth } from './source-health.ts';
import { SupplierFailure } from './supplier-failure.ts';
import type { Tracing } from '#platform/observability/tracing.ts';

const CIRCUIT = { closed: 0, 'half-open': 1, open: 2 };

/** Used without a question that validates their answers. */
const TILES = new Set(['geopf-tuiles', 'osm-tuiles']);

type WatchDeps = {
  metrics: Metrics;
  tracing: Tracing;
  health: Pick<SourceHealth, 'record'>;
  log: { debug(context: object, message: string): void; warn(context: object, message: string): void };
};

const keepTime =
  ({ clockOffset }: Metrics, against: string) =>
  (answer: HttpAnswer): HttpAnswer => {
    if (answer.aheadMs !== null) clockOffset.set({ against }, answer.aheadMs / 1000);
    return answer;
  };

export function createSupplierWatch({ metrics, tracing, health, log }: WatchDeps): SupplierWatch {
  return {
    client: (source, perSecond) => metrics.supplierQuota.set({ source }, perSecond),
    circuit(source, state) {
      metrics.supplierCircuit.set({ source }, CIRCUIT[state]);
      if (state !== 'half-open') log.warn({ source, state }, 'supplier circuit');
    },
    // Without URL or path, which contain the queried place. The supplier does not get the trace id.
    call: (source, send) =>
      tracing.span(`call ${source}`, { kind: 'client', attributes: { source } }, () =>
        timed(
          (outcome, seconds) => {
            metrics.supplierCalls.observe({ source, outcome }, seconds);
            if (TILES.has(source)) health.record(source, outcome === 'ok', seconds * 1000);
            const line = { source, outcome, ms: Math.round(seconds * 1000), ...tracing.origin() };
            if (outcome === 'ok') log.debug(line, 'supplier call');
            else log.warn(line, 'supplier call failed');
          },
          () => send().then(keepTime(metrics, source)),
        ),
      ),
    async load(source, load) {
      const start = performance.now();
      const record = (ok: boolean): void => health.record(source, ok, secondsSince(start) * 1000);
      try {
        const value = await tracing.span(`source ${source}`, { attributes: { source } }, load);
        record(true);
        return value;
      } catch (error) {
        // A recorded source without the answer did respond; other errors are faults of our program.
        if (error instanceof SupplierFailure && !error.isOfOneQuestion) record(error.reason === 'not-held');
        throw error;
      }
    },
    leftOut: (source, count) => metrics.supplierLeftOut.inc({ source }, count),
    answered(source, from, ageMs) {
      metrics.supplierAnswers.inc({ source, from });
      if (from === 'last-good') metrics.lastGoodAge.set({ source }, ageMs / 1000);
      else if (from === 'supplier') metrics.lastGoodAge.set({ source }, 0);
    },
  };
}
