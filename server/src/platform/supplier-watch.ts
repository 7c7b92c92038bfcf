import type { HttpAnswer } from './http-client.ts';
import { secondsSince, timed, type Metrics } from './metrics.ts';
import type { SourceHealth } from './source-health.ts';
import { SupplierFailure } from './supplier-failure.ts';
import type { Tracing } from './tracing.ts';

/** Sees what passes between us and the suppliers, whose names (`service`) are a list of ours. Changes nothing of it. */
export type SupplierWatch = {
  /** A client was made that allows itself so many calls, its share of what machines behind one address are allowed. */
  client(service: string, perSecond: number): void;
  /** Around one request: circuit, waits and attempts included. */
  call(service: string, send: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  circuit(service: string, state: keyof typeof CIRCUIT): void;
  /** Around what a question needs of its supplier, one request or several, answers read and judged. */
  load<T>(service: string, load: () => Promise<T>): Promise<T>;
  /** Every question, by where its answer came from; `ageMs` of an old one that stands in. */
  answered(service: string, from: 'supplier' | 'cache' | 'last-good' | 'nothing', ageMs: number): void;
};

const CIRCUIT = { closed: 0, 'half-open': 1, open: 2 };

/** Asked for as they are, without a question that judges their answer. */
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
    // Neither address nor path: they hold the place that somebody asks about. Nor is the trace named to the supplier.
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
        // A recorded source that does not hold the answer did answer; what is no failure of the supplier is ours.
        if (error instanceof SupplierFailure) record(error.reason === 'not-held');
        throw error;
      }
    },
    answered(source, from, ageMs) {
      metrics.supplierAnswers.inc({ source, from });
      if (from === 'last-good') metrics.lastGoodAge.set({ source }, ageMs / 1000);
      else if (from === 'supplier') metrics.lastGoodAge.set({ source }, 0);
    },
  };
}
